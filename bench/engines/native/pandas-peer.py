"""1-minute candles with pandas, one computation for each line read. Answers a line each: CPU microseconds, number of
candles, sums of open, high, low, close and volume. The file holds a 64-bit count, then three columns of doubles:
times in ms, prices, volumes."""

import sys
import time

import numpy as np
import pandas as pd

count = int(np.fromfile(sys.argv[1], dtype=np.float64, count=1)[0])
columns = np.fromfile(sys.argv[1], dtype=np.float64, offset=8).reshape(3, count)
frame = pd.DataFrame({"price": columns[1], "volume": columns[2]}, index=pd.to_datetime(columns[0], unit="ms"))

for _ in sys.stdin:
    start = time.process_time()
    sampled = frame.resample("1min")
    candles = sampled["price"].ohlc()
    candles["volume"] = sampled["volume"].sum()
    spent = (time.process_time() - start) * 1e6
    candles = candles.dropna(subset=["open"])
    sums = " ".join(repr(float(candles[name].sum())) for name in ("open", "high", "low", "close", "volume"))
    print(f"{spent:.1f} {len(candles)} {sums}", flush=True)
