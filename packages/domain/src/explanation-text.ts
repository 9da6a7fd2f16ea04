import type { Explanation, SlotHolder } from '@sightline/contract/executions.ts'

/** The explanation of a slow run. */
export interface ExplanationText {
  /** One line; '' for none. */
  line: string
  /** Further details, one sentence each. */
  details: string[]
}

/** @param now milliseconds since the epoch */
export function explanationText(explanation: Explanation, now: number): ExplanationText {
  const usual = explanation.usual_runtime === null ? null : `Usually takes ${spanText(explanation.usual_runtime)}`
  if (explanation.waits_for === null) {
    const known = [usual, explanation.database?.replace(/\.$/, '')].filter((part) => typeof part === 'string')
    return { line: known.join(' · '), details: [] }
  }
  const { ahead, holders } = explanation
  const held = holdingText(explanation, now)
  const line = ahead > 0 ? `${ahead} ahead of you; ${held}` : begun(held)
  const others = holders.slice(1).map((holder) => begun(`${holderText(holder)} has been running for ${sinceText(holder, now)}`))
  return { line, details: [...others, ...(usual ? [`${usual} once it runs`] : [])] }
}

/** Capitalises the first letter; a name keeps its spelling. */
const begun = (words: string) =>
  words.replace(/^(?:a|another|the|no) /, (first) => first.charAt(0).toUpperCase() + first.slice(1))

/** The oldest holder of the slot that the run waits for; it begins in lower case unless it is a name. */
function holdingText({ waits_for, holders, slots, source }: Explanation, now: number): string {
  const [longest] = holders
  if (!longest) return 'no worker has taken it yet'
  const held = waits_for === 'source' ? `${slotText(slots)} of ${source ?? 'its data source'}` : 'a worker'
  return `${holderText(longest)} has held ${held} for ${sinceText(longest, now)}`
}

const slotText = (slots: number | null) => (slots === 1 ? 'the only slot' : `one of the ${slots ?? ''} slots`)

function holderText({ user, query, scheduled }: SlotHolder): string {
  const what = query ? `“${query.name}”` : scheduled ? 'a scheduled query' : 'a query'
  if (scheduled) return query ? `the scheduled run of ${what}` : what
  if (user === null) return query ? what : 'another query'
  return query ? `${user}’s ${what}` : `a query of ${user}`
}

const sinceText = ({ since }: SlotHolder, now: number) => spanText(Math.max(0, now - Date.parse(since)) / 1000)

/**
 * A rounded duration: `0.4 s`, `12 s`, `3 min`, `2 h 5 min`.
 * @param seconds at least 0
 */
function spanText(seconds: number): string {
  if (seconds < 1) return `${Math.max(0.1, seconds).toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
