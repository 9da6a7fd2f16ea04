import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Select, Tooltip } from '@mantine/core'
import { aggregatorName } from '@sightline/domain/pivot/aggregator-names.ts'
import { aggregatorOf, aggregators, valuesNeeded } from '@sightline/domain/pivot/aggregators.ts'
import { type KeyOrder, keyOrders } from '@sightline/domain/pivot/lines.ts'
import {
  IconArrowsSort,
  IconSortAscendingLetters,
  IconSortAscendingNumbers,
  IconSortDescendingNumbers,
  IconTable,
} from '@tabler/icons-react'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import styles from './Arrangement.module.css'
import { AttributeChip, type FilterValue, useAttributeDrag, zoneNames } from './AttributeChip.tsx'
import { placed, toggledFilter, valueChoices, valuesFor, type Zone, zonesOf } from './arrangement.ts'
import { type PivotOptions, renderers } from './options.ts'

interface ArrangementProps {
  options: PivotOptions
  columns: SourceColumn[]
  /** Whether the rows are sorted by their cells in one column. */
  isSortedByColumn: boolean
  /** Returns the known values of a column. */
  valuesOf(name: string): FilterValue[]
  onArrange(patch: Partial<PivotOptions>): void
}

/** The controls of a pivot table: its aggregator, and the columns on each side. */
export function Arrangement({ options, columns, isSortedByColumn, valuesOf, onArrange }: ArrangementProps) {
  const zones = zonesOf(options, columns)
  const place = (name: string, zone: Zone, at: number) => onArrange(placed(zones, name, zone, at))
  const { drag, handlersOf } = useAttributeDrag(place)
  return (
    <section className={styles.arrangement} aria-label={t`Arrangement`}>
      <Measure options={options} columns={columns} onArrange={onArrange} />
      {(['cols', 'rows', 'unused'] as const).map((zone) => (
        <div key={zone} className={styles.line}>
          <span className={styles.label} id={`pivot-${zone}`}>
            {zoneNames[zone]}
          </span>
          {/* biome-ignore lint/a11y/useSemanticElements: the chips are not form fields */}
          <div
            role="group"
            className={styles.zone}
            aria-labelledby={`pivot-${zone}`}
            data-zone={zone}
            data-over={drag?.over?.zone === zone || undefined}
          >
            {zones[zone].map((name, at) => (
              <AttributeChip
                key={name}
                name={name}
                zone={zone}
                place={at}
                count={zones[zone].length}
                values={valuesOf(name)}
                isDragged={drag?.name === name}
                handlers={handlersOf(name)}
                onPlace={(target, to) => place(name, target, to)}
                onToggle={(text) => onArrange({ valueFilter: toggledFilter(options.valueFilter, name, text) })}
              />
            ))}
            {zones[zone].length === 0 && (
              <span className={styles.hint}>
                <Trans>Drag a column here, or open its menu.</Trans>
              </span>
            )}
          </div>
          {zone === 'rows' && (
            <OrderButton
              side={t`Rows`}
              order={isSortedByColumn ? null : options.rowOrder}
              onOrder={(rowOrder) => onArrange({ rowOrder, sortBy: null })}
            />
          )}
          {zone === 'cols' && (
            <OrderButton side={t`Columns`} order={options.colOrder} onOrder={(colOrder) => onArrange({ colOrder })} />
          )}
        </div>
      ))}
    </section>
  )
}

function Measure({ options, columns, onArrange }: Pick<ArrangementProps, 'options' | 'columns' | 'onArrange'>) {
  const aggregator = aggregatorOf(options.aggregatorName)
  const choices = valueChoices(columns, options)
  const vals = valuesFor(options.aggregatorName, options.vals, choices)
  const needed = aggregator ? valuesNeeded(aggregator) : 0
  return (
    <div className={styles.line}>
      <span className={styles.label}>
        <Trans>Cells</Trans>
      </span>
      <Select
        size="sm"
        aria-label={t`Aggregator`}
        className={styles.wide}
        data={aggregators.map(({ name }) => ({ value: name, label: aggregatorName(name) }))}
        value={aggregator?.name ?? null}
        onChange={(name) => name && onArrange({ aggregatorName: name, vals: valuesFor(name, options.vals, choices) })}
      />
      {vals.slice(0, needed).map((name, index) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second value may be the same column
          key={index}
          size="sm"
          aria-label={needed > 1 ? t`Value column ${index + 1}` : t`Value column`}
          className={styles.narrow}
          data={choices.map((column) => column.name)}
          value={name}
          onChange={(chosen) => chosen && onArrange({ vals: vals.with(index, chosen) })}
        />
      ))}
      <Select
        size="sm"
        aria-label={t`Renderer`}
        className={styles.narrow}
        data={[...renderers]}
        value={options.rendererName}
        onChange={(rendererName) => rendererName && onArrange({ rendererName })}
      />
    </div>
  )
}

const orders: Record<KeyOrder, { words: string; icon: typeof IconSortAscendingLetters }> = {
  key_a_to_z: { words: t`by name`, icon: IconSortAscendingLetters },
  value_a_to_z: { words: t`by value, the smallest first`, icon: IconSortAscendingNumbers },
  value_z_to_a: { words: t`by value, the largest first`, icon: IconSortDescendingNumbers },
  result: { words: t`as in the result`, icon: IconTable },
}

const byColumn = { words: t`by one column`, icon: IconArrowsSort }

interface OrderButtonProps {
  side: string
  /** null for the order of a single column. */
  order: KeyOrder | null
  onOrder(order: KeyOrder): void
}

function OrderButton({ side, order, onOrder }: OrderButtonProps) {
  const { words, icon: Icon } = order === null ? byColumn : orders[order]
  const next = (order === null ? null : keyOrders[keyOrders.indexOf(order) + 1]) ?? 'key_a_to_z'
  return (
    <Tooltip label={`${side} ${words}`}>
      <ActionIcon aria-label={t`${side} are sorted ${words}`} onClick={() => onOrder(next)}>
        <Icon size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
