import type { Target } from './look-up.ts'

/** An element by its role and its accessible name. */
export const role = (role: string, name?: string | RegExp, inside?: Target): Target => ({ role, name, inside })
export const button = (name: string | RegExp, inside?: Target) => role('button', name, inside)
export const menuItem = (name: string | RegExp) => role('menuitem', name)
export const editor = role('textbox', 'Query text')
/** A cell of the result table. Row and column count from 0 in the order shown. */
export const cell = (row: number, column: number, inside?: Target): Target => ({
  css: `[role=gridcell][id$="-${row}-${column}"]`,
  inside,
})
/** A status message that contains a text. */
export const statusOf = (text: string): Target => ({ css: '[role=status]', text })
