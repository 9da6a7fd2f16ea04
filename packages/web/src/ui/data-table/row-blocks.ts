import type { Cell } from '@sightline/contract/results.ts'
import { RecentlyUsed } from '@sightline/domain/recently-used.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { RowSource, RowWindow, Sort } from './row-source.ts'

/** Rows per request. */
export const BLOCK_ROWS = 200

/** Cells kept in memory; the least recently visible blocks are evicted first. */
const MAX_CACHED_CELLS = 800_000

/** While the scroll thumb is dragged, blocks are requested only where it rests this long, milliseconds. */
const REST_MS = 40

const MAX_IN_FLIGHT = 3

/** The blocks that cover the rows `first` to `last`, both included. */
export function blocksOf(first: number, last: number, total: number): number[] {
  const end = Math.min(last, total - 1)
  const blocks: number[] = []
  for (let block = Math.floor(Math.max(0, first) / BLOCK_ROWS); block * BLOCK_ROWS <= end; block++) blocks.push(block)
  return blocks
}

/** The block to prefetch: the next one in the direction of scrolling, once the view is past the middle of its last block. */
export function blockAhead(first: number, last: number, total: number, direction: 1 | -1): number | null {
  const row = direction > 0 ? last + BLOCK_ROWS / 2 : first - BLOCK_ROWS / 2
  return row < 0 || row >= total ? null : Math.floor(row / BLOCK_ROWS)
}

/** A cache of the rows of a source in one sort order, which loads missing blocks. */
export interface RowBlocks {
  /** The number of rows: the source's own count until the first block arrives, then the count so far. */
  total(): number
  /** Whether there may be more rows than `total` says. */
  isCounting(): boolean
  /** The cells of a row; null if not loaded. */
  row(index: number): readonly Cell[] | null
  /** Sets the range of visible rows. Missing blocks are loaded, requests for blocks out of view are aborted. */
  setVisible(first: number, last: number): void
  /** Loads a range of rows regardless of what is visible, for copying. */
  loadRows(first: number, last: number, signal: AbortSignal): Promise<(readonly Cell[])[]>
  /** Whether visible rows are still loading in this order. */
  isBusy(): boolean
  /** Why the last load failed; null when it did not. */
  failure(): Error | null
  retry(): void
  /** Aborts all requests. */
  stop(): void
  subscribe(listener: () => void): () => void
  /** Changes whenever the other methods would return something else. */
  version(): number
}

/** The rows from `first` to `last` that are loaded. */
export function loadedRows(blocks: RowBlocks, first: number, last: number): (readonly Cell[])[] {
  const rows: (readonly Cell[])[] = []
  for (let index = first; index <= last; index++) {
    const cells = blocks.row(index)
    if (cells) rows.push(cells)
  }
  return rows
}

/**
 * @param sort the order to load rows in
 * @param before the rows shown so far, which stay visible until the first block of the new ones has arrived
 */
export function rowBlocks(source: RowSource, sort: RowWindow['sort'], before: RowBlocks | null): RowBlocks {
  const loading = new Map<number, AbortController>()
  const listeners = new Set<() => void>()
  const maxBlocks = Math.max(8, Math.floor(MAX_CACHED_CELLS / (BLOCK_ROWS * Math.max(1, source.columns.length))))
  const blocks = new RecentlyUsed<number, Cell[][]>(maxBlocks)
  let total = source.rowCount
  let isCounted = false
  let counting: AbortController | null = null
  let failure: Error | null = null
  let version = 0
  let previous = before
  let wanted: { first: number; last: number; direction: 1 | -1 } = { first: 0, last: 0, direction: 1 }
  let lastAbort = 0
  let rest: ReturnType<typeof setTimeout> | null = null

  const changed = () => {
    version++
    for (const listener of listeners) listener()
  }

  const counted = (rows: number, isExact: boolean) => {
    total = rows
    isCounted = isExact
    source.onRowCount?.({ rows, isExact })
  }

  async function load(block: number) {
    const controller = new AbortController()
    loading.set(block, controller)
    try {
      const answer = await source.load({ offset: block * BLOCK_ROWS, limit: BLOCK_ROWS, sort }, controller.signal)
      if (controller.signal.aborted) return
      blocks.set(block, answer.rows)
      failure = null
      previous = null
      if (answer.total !== null) {
        counted(answer.total, true)
      } else if (!isCounted) {
        counted(block * BLOCK_ROWS + answer.rows.length, false)
        void count()
      }
    } catch (error) {
      if (controller.signal.aborted) return
      failure = errorOf(error)
    } finally {
      // An aborted block may already be loading again, so only this request's own entry is cleared.
      if (loading.get(block) === controller) loading.delete(block)
    }
    changed()
    if (failure === null) fill()
  }

  async function count() {
    if (source.count === undefined || counting !== null) return
    const controller = new AbortController()
    counting = controller
    try {
      counted(await source.count(sort, controller.signal), true)
    } catch (error) {
      if (controller.signal.aborted) return
      failure = errorOf(error)
    }
    counting = null
    changed()
    if (failure === null) fill()
  }

  function fill() {
    const { first, last, direction } = wanted
    const needed = blocksOf(first, last, total)
    const ahead = blockAhead(first, last, total, direction)
    const all = ahead === null || needed.includes(ahead) ? needed : [...needed, ahead]
    for (const [block, controller] of loading) {
      if (all.includes(block)) continue
      controller.abort()
      loading.delete(block)
      lastAbort = Date.now()
    }
    // Being in view counts as a use.
    const missing = all.filter((block) => blocks.get(block) === undefined && !loading.has(block))
    if (missing.length === 0) return
    if (Date.now() - lastAbort < REST_MS) {
      rest ??= setTimeout(() => {
        rest = null
        fill()
      }, REST_MS)
      return
    }
    for (const block of missing.slice(0, Math.max(0, MAX_IN_FLIGHT - loading.size))) void load(block)
  }

  const cached = (index: number): readonly Cell[] | null => {
    const block = Math.floor(index / BLOCK_ROWS)
    return blocks.peek(block)?.[index - block * BLOCK_ROWS] ?? null
  }

  return {
    total: () => total,
    isCounting: () => counting !== null,
    row: (index) => cached(index) ?? previous?.row(index) ?? null,
    setVisible(first, last) {
      const direction = first === wanted.first ? wanted.direction : first > wanted.first ? 1 : -1
      wanted = { first, last, direction }
      if (failure === null) fill()
    },
    async loadRows(first, last, signal) {
      const out: (readonly Cell[])[] = []
      const end = Math.min(last, total - 1)
      for (let at = first; at <= end; ) {
        const here = cached(at)
        if (here) {
          out.push(here)
          at++
          continue
        }
        const answer = await source.load({ offset: at, limit: Math.min(5000, end - at + 1), sort }, signal)
        out.push(...answer.rows)
        if (answer.rows.length === 0) break
        at += answer.rows.length
      }
      return out
    },
    isBusy: () => failure === null && blocksOf(wanted.first, wanted.last, total).some((block) => !blocks.has(block)),
    failure: () => failure,
    retry() {
      failure = null
      if (!isCounted && blocks.size > 0) void count()
      changed()
      fill()
    },
    stop() {
      if (rest !== null) clearTimeout(rest)
      rest = null
      counting?.abort()
      counting = null
      for (const controller of loading.values()) controller.abort()
      loading.clear()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

interface CurrentBlocks {
  source: RowSource
  sort: Sort
  blocks: RowBlocks
}

/**
 * The rows of a source in a sort order. After a change of the order the old rows stay visible until new ones arrive; after a change
 * of the source they do not.
 */
export function useRowBlocks(source: RowSource, sort: Sort): RowBlocks {
  const [stored, setCurrent] = useState<CurrentBlocks>(() => ({ source, sort, blocks: rowBlocks(source, sort, null) }))
  let current = stored
  if (stored.source.key !== source.key || stored.sort !== sort) {
    current = { source, sort, blocks: rowBlocks(source, sort, stored.source.key === source.key ? stored.blocks : null) }
    setCurrent(current)
  }
  const { blocks } = current
  useSyncExternalStore(blocks.subscribe, blocks.version)
  useEffect(() => () => blocks.stop(), [blocks])
  return blocks
}
