/** A head over adjacent columns of one group; the title is '' over a column without a group. */
export interface GroupSpan {
  title: string
  /** Number of columns. */
  span: number
}

/** The heads over columns. @param groups the group of each column, '' for none */
export function groupSpans(groups: readonly string[]): GroupSpan[] {
  const spans: GroupSpan[] = []
  for (const title of groups) {
    const last = spans.at(-1)
    if (last && title !== '' && last.title === title) last.span++
    else spans.push({ title, span: 1 })
  }
  return spans
}
