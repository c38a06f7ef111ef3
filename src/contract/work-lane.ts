/** Which of the node's lanes the calls of some work take. `trading`: what moves money. Everything else is `reads`. */
export type WorkLane = 'trading' | 'reads'
