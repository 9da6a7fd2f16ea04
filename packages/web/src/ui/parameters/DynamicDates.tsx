import { datesOf } from '@sightline/domain/parameters/dynamic.ts'
import { useClock } from '../time-zone.tsx'
import { type ControlProps, valueText } from './options.ts'
import styles from './parameters.module.css'

/**
 * The dates that a dynamic value stands for, beside its name. Only images and prints have them, because they are read later; the page
 * has them in the panel of the parameter.
 */
export function DynamicDates({ definition, value, dateFormat }: Pick<ControlProps, 'definition' | 'value' | 'dateFormat'>) {
  const clock = useClock()
  const dates = datesOf(definition, value, clock())
  if (dates === null) return null
  return (
    <span className={styles.standsFor} aria-hidden>
      {valueText(definition, dates, null, dateFormat)}
    </span>
  )
}
