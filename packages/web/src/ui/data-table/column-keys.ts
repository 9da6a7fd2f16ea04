import type { MoveTarget } from './column-order.ts'

/** What a key does to the columns of the selected cells: stand elsewhere, change by pixels, or fit their texts. */
export type ColumnKey = { kind: 'move'; aim: MoveTarget } | { kind: 'widen'; by: number } | { kind: 'fit' }

const WIDTH_STEP = 24

const aims: Record<string, MoveTarget> = { ArrowLeft: 'left', ArrowRight: 'right', Home: 'first', End: 'last' }

interface Press {
  key: string
  altKey: boolean
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/** What a key press asks of the columns; null for any other one. Alt with an arrow alone is the browser's way back. */
export function columnKey({ key, altKey, shiftKey, ctrlKey, metaKey }: Press): ColumnKey | null {
  if (ctrlKey || metaKey) return null
  if (altKey) {
    const aim = shiftKey ? aims[key] : undefined
    return aim === undefined ? null : { kind: 'move', aim }
  }
  if (key === '+') return { kind: 'widen', by: WIDTH_STEP }
  if (key === '-') return { kind: 'widen', by: -WIDTH_STEP }
  return key === '0' ? { kind: 'fit' } : null
}
