import type { DiffLine } from './diff.ts'

/** A stretch of lines, or how many lines that are the same in both texts are left out. */
export type DiffPart = { kind: 'lines'; lines: DiffLine[] } | { kind: 'skipped'; count: number }

/**
 * A difference without most of the lines that are the same.
 * @param context how many of them stay before and after each change
 */
export function collapseUnchanged(lines: readonly DiffLine[], context: number): DiffPart[] {
  const shown = new Set<number>()
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    for (let near = index - context; near <= index + context; near++) shown.add(near)
  }
  const parts: DiffPart[] = []
  for (const [index, line] of lines.entries()) {
    const last = parts.at(-1)
    if (shown.has(index)) {
      if (last?.kind === 'lines') last.lines.push(line)
      else parts.push({ kind: 'lines', lines: [line] })
    } else if (last?.kind === 'skipped') last.count++
    else parts.push({ kind: 'skipped', count: 1 })
  }
  return parts
}
