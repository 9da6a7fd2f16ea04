/** A line of one text, of the other, or of both. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
  /** Its line number in each text, from 1; null if it is not in that text. */
  before: number | null
  after: number | null
}

/**
 * With more differing lines than this, everything from the first to the last differing line is replaced as a whole: the shortest
 * difference would take seconds to compute, and no one could read it.
 */
const MOST_DIFFERENCES = 1000

/** The lines of two texts with the fewest removed and added lines. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const one = before.split('\n')
  const other = after.split('\n')
  const start = commonLength(one, other, (lines, index) => lines[index])
  const rest = Math.min(one.length, other.length) - start
  const end = Math.min(
    rest,
    commonLength(one, other, (lines, index) => lines.at(-1 - index)),
  )
  const steps = shortestWay(one.slice(start, one.length - end), other.slice(start, other.length - end))
  return numbered(one, other, [...sames(start), ...steps, ...sames(end)])
}

type Kind = DiffLine['kind']

const sames = (count: number): Kind[] => Array.from({ length: count }, () => 'same')

function commonLength(one: string[], other: string[], at: (lines: string[], index: number) => string | undefined): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && at(one, length) === at(other, length)) length++
  return length
}

/**
 * The greedy algorithm of Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): for each number of
 * differences, the furthest position in `one` on each diagonal `k` (position in `one` minus position in `other`).
 */
function shortestWay(one: string[], other: string[]): Kind[] {
  const reached = new Map<number, number>([[1, 0]])
  const trace: Map<number, number>[] = []
  const far = (k: number) => reached.get(k) ?? -1
  for (let differences = 0; differences <= MOST_DIFFERENCES; differences++) {
    trace.push(new Map(reached))
    for (let k = -differences; k <= differences; k += 2) {
      let x = k === -differences || (k !== differences && far(k - 1) < far(k + 1)) ? far(k + 1) : far(k - 1) + 1
      while (x < one.length && x - k < other.length && one[x] === other[x - k]) x++
      reached.set(k, x)
      if (x >= one.length && x - k >= other.length) return wayBack(trace, one.length, other.length)
    }
  }
  return [...one.map((): Kind => 'removed'), ...other.map((): Kind => 'added')]
}

/** The edit steps, traced back from the ends of both texts through the states of each number of differences. */
function wayBack(trace: Map<number, number>[], oneLength: number, otherLength: number): Kind[] {
  const steps: Kind[] = []
  let x = oneLength
  let y = otherLength
  for (let differences = trace.length - 1; differences >= 0; differences--) {
    const far = (k: number) => trace[differences]?.get(k) ?? -1
    const k = x - y
    const isAdded = k === -differences || (k !== differences && far(k - 1) < far(k + 1))
    const from = isAdded ? k + 1 : k - 1
    const fromX = differences === 0 ? 0 : far(from)
    const fromY = differences === 0 ? 0 : fromX - from
    while (x > fromX && y > fromY) {
      steps.push('same')
      x--
      y--
    }
    if (differences > 0) steps.push(isAdded ? 'added' : 'removed')
    x = fromX
    y = fromY
  }
  return steps.reverse()
}

function numbered(one: string[], other: string[], kinds: readonly Kind[]): DiffLine[] {
  let before = 0
  let after = 0
  return kinds.map((kind) => {
    if (kind !== 'added') before++
    if (kind !== 'removed') after++
    const text = kind === 'added' ? other[after - 1] : one[before - 1]
    return {
      kind,
      text: text ?? '',
      before: kind === 'added' ? null : before,
      after: kind === 'removed' ? null : after,
    }
  })
}

/** A group of lines, or the number of unchanged lines that are left out. */
type DiffPart = { kind: 'lines'; lines: DiffLine[] } | { kind: 'skipped'; count: number }

/**
 * A difference without most of the unchanged lines.
 * @param context number of unchanged lines that stay before and after each change
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
