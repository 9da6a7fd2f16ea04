import { useEffect, useState, useSyncExternalStore } from 'react'
import { type RowBlocks, rowBlocks } from './row-blocks.ts'
import type { RowSource } from './row-source.ts'
import type { Sort } from './sorting.ts'

interface Held {
  source: RowSource
  sort: Sort
  blocks: RowBlocks
}

/** The rows of a source in an order. Rows of another order stay in sight until the new ones arrive; of another source, never. */
export function useRowBlocks(source: RowSource, sort: Sort): RowBlocks {
  const [held, setHeld] = useState<Held>(() => ({ source, sort, blocks: rowBlocks(source, sort, null) }))
  let current = held
  if (held.source.key !== source.key || held.sort !== sort) {
    current = { source, sort, blocks: rowBlocks(source, sort, held.source.key === source.key ? held.blocks : null) }
    setHeld(current)
  }
  const { blocks } = current
  useSyncExternalStore(blocks.subscribe, blocks.version)
  useEffect(() => () => blocks.stop(), [blocks])
  return blocks
}
