/* igraph on the graph of a file, for each line read one computation as often as the line says: `components 20`, `leiden 5`,
 * `build 5`. Answers a line each: CPU microseconds of one, number of communities, quality. Times only the call itself: the
 * graph is built before. Usage: igraph-peer <file>; the file holds two 32-bit numbers, nodes and edges, then all sources,
 * then all targets. Leiden maximizes the constant Potts model at resolution DENSITY, as python-igraph and leidenalg run it
 * unasked: two iterations, beta 0.01. */
#include <igraph.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DENSITY 0.2

static double cpu_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static uint32_t *read_numbers(FILE *file, size_t count) {
  uint32_t *numbers = malloc(count * sizeof *numbers);
  if (numbers == NULL || fread(numbers, sizeof *numbers, count, file) != count) {
    fprintf(stderr, "the file is too short\n");
    exit(1);
  }
  return numbers;
}

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: igraph-peer <file>\n");
    return 1;
  }
  uint32_t *sizes = read_numbers(file, 2);
  size_t nodes = sizes[0], edge_count = sizes[1];
  uint32_t *src = read_numbers(file, edge_count), *dst = read_numbers(file, edge_count);
  fclose(file);

  igraph_t graph;
  igraph_vector_int_t edges, membership, sizes_out;
  igraph_vector_int_init(&edges, 2 * (igraph_integer_t)edge_count);
  for (size_t i = 0; i < edge_count; i++) {
    VECTOR(edges)[2 * i] = src[i];
    VECTOR(edges)[2 * i + 1] = dst[i];
  }
  igraph_create(&graph, &edges, (igraph_integer_t)nodes, IGRAPH_UNDIRECTED);
  igraph_vector_int_init(&membership, 0);
  igraph_vector_int_init(&sizes_out, 0);
  igraph_rng_seed(igraph_rng_default(), 42);

  char line[64];
  while (fgets(line, sizeof line, stdin) != NULL) {
    igraph_integer_t count = 0;
    igraph_real_t quality = 0;
    const char *times = strchr(line, ' ');
    int repeats = times == NULL ? 1 : atoi(times);
    double start = cpu_us();
    for (int i = 0; i < repeats; i++) {
      if (strncmp(line, "components", 10) == 0)
        igraph_connected_components(&graph, &membership, &sizes_out, &count, IGRAPH_WEAK);
      else if (strncmp(line, "build", 5) == 0) {
        igraph_t another;
        igraph_create(&another, &edges, (igraph_integer_t)nodes, IGRAPH_UNDIRECTED);
        igraph_destroy(&another);
      } else
        igraph_community_leiden(&graph, NULL, NULL, DENSITY, 0.01, 0, 2, &membership, &count, &quality);
    }
    double spent = (cpu_us() - start) / repeats;
    printf("%.1f %ld %.9f\n", spent, (long)count, quality);
    fflush(stdout);
  }
  return 0;
}
