import { t } from '@lingui/core/macro'
import { Checkbox } from '@mantine/core'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { IconChartBar } from '@tabler/icons-react'
import { visualizationOf } from '../../../visualizations/registry.ts'
import styles from './VisualizationChoice.module.css'

interface VisualizationChoiceProps {
  offered: readonly Visualization[]
  /** The ids of the chosen ones. */
  chosen: readonly number[]
  onChange(chosen: number[]): void
}

/** The visualizations of a query as cards with the icon of their type, to choose one or more of them. */
export function VisualizationChoice({ offered, chosen, onChange }: VisualizationChoiceProps) {
  return (
    <Checkbox.Group label={t`Visualization`} value={chosen.map(String)} onChange={(ids) => onChange(ids.map(Number))}>
      <div className={styles.cards}>
        {offered.map(({ id, type, name }) => (
          <VisualizationCard key={id} id={id} name={name} type={type} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

function VisualizationCard({ id, type, name }: Pick<Visualization, 'id' | 'type' | 'name'>) {
  const known = visualizationOf(type)
  const Icon = known?.icon ?? IconChartBar
  return (
    <Checkbox.Card className={styles.card} value={String(id)}>
      <span className={styles.picture} aria-hidden>
        <Icon size={24} stroke={1.5} />
      </span>
      <span className={styles.names}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        {known !== null && known.name !== name && <span className={styles.type}>{known.name}</span>}
      </span>
      <Checkbox.Indicator />
    </Checkbox.Card>
  )
}
