import { plural, t } from '@lingui/core/macro'
import { CloseButton } from '@mantine/core'
import { friendlyName } from '@sightline/domain/filters/column-name.ts'
import type { CrossFilter } from '@sightline/domain/filters/cross-filters.ts'
import { cellName } from '@sightline/domain/format/cell-name.ts'
import { useSyncExternalStore } from 'react'
import styles from './CrossFilterChips.module.css'
import { type CrossFilters, type Reach, reachOf } from './cross-filters.ts'

interface CrossFilterChipsProps {
  crossFilters: CrossFilters
  /** The widgets with a visualization. */
  widgetIds: readonly number[]
}

/** The clicked marks that filter a dashboard, and how many widgets each of them filters. */
export function CrossFilterChips({ crossFilters: { chosen, toggle, resultColumns }, widgetIds }: CrossFilterChipsProps) {
  const columns = useSyncExternalStore(resultColumns.subscribe, resultColumns.current)
  return (
    <ul className={styles.chips} aria-label={t`Chosen marks`}>
      {chosen.map((filter) => {
        const name = friendlyName(filter.column)
        return (
          <li key={`${filter.widgetId} ${filter.column}`} className={styles.chip}>
            <span>
              {name}: <b>{valueText(filter)}</b>
              <span className={styles.reach}>{` · ${reachText(reachOf(filter, widgetIds, columns))}`}</span>
            </span>
            <CloseButton size="xs" aria-label={t`Show all of ${name}`} onClick={() => toggle(filter)} />
          </li>
        )
      })}
    </ul>
  )
}

const valueText = ({ value }: CrossFilter) => cellName(value)

function reachText({ filtered, total, unknown }: Reach): string {
  if (total === 0) return t`no other widgets`
  const counted = plural(total, { one: `${filtered} of # other widget`, other: `${filtered} of # other widgets` })
  return unknown === 0 ? counted : t`${counted}, ${unknown} not loaded`
}
