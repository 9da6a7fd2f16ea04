import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import type { RunParameter } from '@sightline/contract/pictures.ts'
import { type MarkedValue, markedKind, markedValue } from '@sightline/domain/parameters/run-parameters.ts'

interface ParameterSelectProps {
  /** Of the query, with the values of the result. */
  parameters: readonly RunParameter[]
  /** The name of the chosen one; null for none. */
  value: string | null
  /** The kinds of values that suit. */
  kinds: readonly MarkedValue['kind'][]
  hint: string
  /** The consequence of a missing value, as the end of a sentence. */
  missing: string
  onChange(name: string): void
}

/** Selects a parameter of the query that has a number, a date or a range. */
export function ParameterSelect({ parameters, value, kinds, hint, missing, onChange }: ParameterSelectProps) {
  const suiting = parameters.filter((parameter) => kinds.some((kind) => kind === markedKind(parameter)))
  const chosen = suiting.find(({ name }) => name === value)
  const hasNoValue = chosen !== undefined && markedValue(chosen) === null
  return (
    <Select
      label={t`Parameter`}
      placeholder={t`Choose parameter...`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={hasNoValue ? t`The parameter had no value in the run that is shown, ${missing}.` : hint}
      data={suiting.map(({ name, title }) => ({ value: name, label: title }))}
      value={value}
      allowDeselect={false}
      required
      error={problemOf({ kinds, isChosen: value !== null, isKnown: chosen !== undefined, hasAny: suiting.length > 0, value })}
      onChange={(next) => next !== null && onChange(next)}
    />
  )
}

interface Choice {
  kinds: readonly MarkedValue['kind'][]
  isChosen: boolean
  isKnown: boolean
  hasAny: boolean
  value: string | null
}

function problemOf({ kinds, isChosen, isKnown, hasAny, value }: Choice): string | null {
  const wanted = kinds.includes('number') ? t`of numbers or dates` : t`with a range of dates`
  if (isChosen) return isKnown ? null : t`The query has no parameter “${value ?? ''}” ${wanted}.`
  return hasAny ? t`Choose a parameter.` : t`The query has no parameter ${wanted}.`
}
