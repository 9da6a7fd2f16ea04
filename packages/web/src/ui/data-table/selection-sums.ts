import { t } from '@lingui/core/macro'
import type { Cell } from '@sightline/contract/results.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { useEffect, useMemo, useState } from 'react'
import type { DataColumn } from './column-layout.ts'
import { loadedRows, type RowBlocks } from './row-blocks.ts'
import type { SourceColumn } from './row-source.ts'
import { rectangleOf, type Selection } from './selection.ts'

/** Larger selections are not added up: their rows would have to be loaded for it. */
const MAX_ADDED_ROWS = 50_000

/** The totals of some cells. */
export interface Sums {
  /** Number of cells with a value. */
  count: number
  /** Of the numbers among them; null if there are none. */
  numbers: { count: number; sum: number; average: number; min: number; max: number } | null
}

/**
 * Adds up cells.
 * @param columns the cells of each column, and whether the column has numbers: digits in a column of texts are not added
 */
export function sumsOf(columns: readonly { cells: readonly Cell[]; isNumeric: boolean }[]): Sums {
  const present = columns.map(({ cells, isNumeric }) => ({ isNumeric, cells: cells.filter((cell) => cell !== null) }))
  const numbers = present
    .filter(({ isNumeric }) => isNumeric)
    // Numbers that a double does not hold exactly are sent as texts.
    .flatMap(({ cells }) => cells.map(Number))
    .filter(Number.isFinite)
  const sum = compensatedSum(numbers)
  return {
    count: present.reduce((count, { cells }) => count + cells.length, 0),
    numbers:
      numbers.length === 0
        ? null
        : {
            count: numbers.length,
            sum,
            average: sum / numbers.length,
            min: numbers.reduce((least, number) => Math.min(least, number)),
            max: numbers.reduce((most, number) => Math.max(most, number)),
          },
  }
}

/** Neumaier's sum: rounding errors are added up apart, so that 0.1 ten times is 1. */
function compensatedSum(numbers: readonly number[]): number {
  let sum = 0
  let errors = 0
  for (const number of numbers) {
    const next = sum + number
    errors += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum
    sum = next
  }
  return Number.isFinite(sum) ? sum + errors : sum
}

/** One line of text with the totals. */
export function sumsText({ count, numbers }: Sums, formatNumber: (value: number) => string): string {
  const counted = t`Count ${localNumber(count)}`
  if (numbers === null) return counted
  const { sum, average, min, max } = numbers
  return [
    counted,
    ...(numbers.count < count ? [t`Numbers ${localNumber(numbers.count)}`] : []),
    t`Sum ${formatNumber(sum)}`,
    t`Average ${formatNumber(average)}`,
    t`Min ${formatNumber(min)}`,
    t`Max ${formatNumber(max)}`,
  ].join(' · ')
}

/** Milliseconds that a selection stays the same before missing rows are loaded for it. */
const REST_MS = 200

/**
 * The totals of several selected cells, as text; '' for a single cell, and while rows are being loaded.
 * @param isRow leaves out lines that sum up others; keep the same function
 */
export function useSelectionSums(
  blocks: RowBlocks,
  columns: readonly DataColumn[],
  types: readonly SourceColumn[],
  selection: Selection | null,
  formatNumber: (value: number) => string,
  isRow: (cells: readonly Cell[]) => boolean = () => true,
): string {
  const chosen = useMemo(() => chosenBy(columns, types, selection), [columns, types, selection])
  const [loaded, setLoaded] = useState<{ chosen: Chosen; rows: Rows } | null>(null)
  // Recomputed when rows arrive, and not while the table scrolls.
  const version = blocks.version()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the rows
  const atHand = useMemo(() => chosen && rowsAtHand(blocks, chosen), [blocks, chosen, version])
  const isComplete = atHand !== null
  useEffect(() => {
    if (chosen === null || isComplete) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      blocks.loadRows(chosen.top, chosen.bottom, controller.signal).then(
        (rows) => setLoaded({ chosen, rows }),
        // The table reports failures to load rows itself.
        () => setLoaded(null),
      )
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [blocks, chosen, isComplete])
  const rows = atHand ?? (loaded?.chosen === chosen ? loaded.rows : null)
  const sums = useMemo(
    () =>
      chosen &&
      rows &&
      sumsOf(
        chosen.columns.map(({ index, isNumeric }) => ({
          isNumeric,
          cells: rows.filter(isRow).map((row) => row[index] ?? null),
        })),
      ),
    [chosen, rows, isRow],
  )
  return sums === null ? '' : sumsText(sums, formatNumber)
}

type Rows = readonly (readonly Cell[])[]

interface Chosen {
  top: number
  bottom: number
  columns: { index: number; isNumeric: boolean }[]
}

/** The rows of the selection; null if some are not loaded. */
function rowsAtHand(blocks: RowBlocks, { top, bottom }: Chosen): Rows | null {
  const rows = loadedRows(blocks, top, bottom)
  return rows.length === bottom - top + 1 ? rows : null
}

/** The selected part of the table; null if there is nothing to add up, or too much. */
function chosenBy(columns: readonly DataColumn[], types: readonly SourceColumn[], selection: Selection | null): Chosen | null {
  if (selection === null) return null
  const { top, bottom, left, right } = rectangleOf(selection)
  const rows = bottom - top + 1
  if (rows > MAX_ADDED_ROWS || (rows === 1 && left === right)) return null
  return {
    top,
    bottom,
    columns: columns.slice(left, right + 1).map(({ index }) => {
      const type = types[index]?.type
      return { index, isNumeric: type === 'integer' || type === 'float' }
    }),
  }
}
