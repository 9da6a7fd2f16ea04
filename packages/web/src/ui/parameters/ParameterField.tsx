import { Skeleton } from '@mantine/core'
import { dateKindOf } from '@sightline/domain/parameters/dates.ts'
import { type Definition, isOptional, titleOf, typeOf } from '@sightline/domain/parameters/definition.ts'
import { shownValue, withPending } from '@sightline/domain/parameters/pending.ts'
import { lazy, Suspense, useId } from 'react'
import { ChoiceControl } from './ChoiceControl.tsx'
import type { ControlProps } from './control.ts'
import { NumberControl } from './NumberControl.tsx'
import { type Options, type OptionsByName, optionsOf } from './options.ts'
import styles from './parameters.module.css'
import { TextControl } from './TextControl.tsx'

// Calendars are large, and most queries have none.
const DateControl = lazy(() => import('./DateControl.tsx'))

interface ParameterFieldProps {
  definition: Definition
  options: OptionsByName
  dateFormat: string
  size: 'sm' | 'md'
  onChange(definition: Definition): void
}

/** One parameter: its title and the control in which its value is typed or chosen. */
export function ParameterField({ definition, options, dateFormat, size, onChange }: ParameterFieldProps) {
  const id = useId()
  const title = titleOf(definition)
  const props: ControlProps = {
    id,
    title,
    definition,
    value: shownValue(definition),
    size,
    dateFormat,
    onChange: (typed) => onChange(withPending(definition, typed)),
  }
  return (
    <div className={styles.field} data-pending={definition.pendingValue !== undefined || undefined}>
      <label className={styles.label} htmlFor={id} title={isOptional(definition) ? `${title} may stay empty` : undefined}>
        {title}
      </label>
      <Control {...props} options={optionsOf(definition, options)} />
    </div>
  )
}

function Control({ options, ...props }: ControlProps & { options: Options | null }) {
  if (options !== null) return <ChoiceControl {...props} options={options} />
  if (dateKindOf(props.definition) !== null)
    return (
      <Suspense fallback={<Skeleton height={props.size === 'sm' ? 28 : 32} width={160} />}>
        <DateControl {...props} />
      </Suspense>
    )
  return typeOf(props.definition) === 'number' ? <NumberControl {...props} /> : <TextControl {...props} />
}
