import type { Cell } from '@sightline/contract/results.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import type { ReactNode } from 'react'
import { useClientConfig } from '../../../app/session.ts'
import { FiltersBar } from '../../../ui/filters/FiltersBar.tsx'
import { ParametersBar } from '../../../ui/parameters/ParametersBar.tsx'
import type { BoardValues, ValuesPlace } from './use-board-values.ts'
import styles from './ValueBars.module.css'

interface ValueBarsProps {
  place: ValuesPlace
  values: BoardValues
  filters: readonly Filter[]
  onChoose(name: string, current: Cell[]): void
  /** What stands behind them; null for nothing. */
  children?: ReactNode
}

/** The parameters and filters of a dashboard or of one widget; nothing where there are none. */
export function ValueBars({ place, values, filters, onChoose, children = null }: ValueBarsProps) {
  const { dateFormat } = useClientConfig()
  const definitions = values.definitionsIn(place)
  if (definitions.length === 0 && filters.length === 0 && children === null) return null
  return (
    <div className={styles.bars} data-place={place === 'board' ? 'board' : 'widget'}>
      {definitions.length > 0 && (
        <ParametersBar
          definitions={definitions}
          options={values.options}
          dateFormat={dateFormat}
          place="plain"
          onChange={values.set}
          onApply={() => values.apply(place)}
        />
      )}
      <FiltersBar filters={filters} onChange={onChoose} />
      {children}
    </div>
  )
}
