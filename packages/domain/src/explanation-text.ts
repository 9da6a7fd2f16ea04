import type { Explanation, SlotHolder } from '@sightline/contract/executions.ts'
import { roundedDurationText } from './format/units.ts'
import { i18n } from './language/i18n.ts'

/** The explanation of a slow run. */
export interface ExplanationText {
  /** One line; '' for none. */
  line: string
  /** Further details, one sentence each. */
  details: string[]
}

/** Says why a run takes long, in the language of the reader. */
export function explanationText(explanation: Explanation): ExplanationText {
  const { usual_runtime, database, ahead, holders, waits_for } = explanation
  const usual = usual_runtime === null ? null : roundedDurationText(usual_runtime)
  if (waits_for === null) {
    const usually = usual === null ? null : i18n._('Usually takes {usual}', { usual })
    const known = [usually, database?.replace(/\.$/, '')].filter((part) => typeof part === 'string')
    return { line: known.join(' · '), details: [] }
  }
  const held = holdingText(explanation)
  const line = ahead > 0 ? i18n._('{ahead} ahead of you; {held}', { ahead, held }) : begun(held)
  const others = holders.slice(1).map((holder) =>
    begun(
      i18n._('{run} has been running for {time}', {
        run: holderText(holder),
        time: roundedDurationText(holder.elapsed / 1000),
      }),
    ),
  )
  return { line, details: [...others, ...(usual === null ? [] : [i18n._('Usually takes {usual} once it runs', { usual })])] }
}

/** Capitalises the first letter of an English text; a name keeps its spelling. */
const begun = (words: string) =>
  words.replace(/^(?:a|another|the|no) /, (first) => first.charAt(0).toUpperCase() + first.slice(1))

/** The oldest holder of the slot that the run waits for; it begins in lower case unless it is a name. */
function holdingText({ waits_for, holders, slots, source }: Explanation): string {
  const [longest] = holders
  if (!longest) return i18n._('no worker has taken it yet')
  const texts = {
    run: holderText(longest),
    time: roundedDurationText(longest.elapsed / 1000),
    slots: slots ?? '',
    source: source ?? i18n._('its data source'),
  }
  if (waits_for !== 'source') return i18n._('{run} has held a worker for {time}', texts)
  return slots === 1
    ? i18n._('{run} has held the only slot of {source} for {time}', texts)
    : i18n._('{run} has held one of the {slots} slots of {source} for {time}', texts)
}

function holderText({ user, query, scheduled }: SlotHolder): string {
  if (scheduled) return query ? i18n._('the scheduled run of “{query}”', { query: query.name }) : i18n._('a scheduled query')
  if (user === null) return query ? `“${query.name}”` : i18n._('another query')
  return query ? i18n._('{user}’s “{query}”', { user, query: query.name }) : i18n._('a query of {user}', { user })
}
