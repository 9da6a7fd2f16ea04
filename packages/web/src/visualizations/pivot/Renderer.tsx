import { t } from '@lingui/core/macro'
import { IconTablePlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { columnLabels } from '../cell-label.ts'
import { Nothing } from '../Placeholders.tsx'
import { ScrollShade } from '../ScrollShade.tsx'
import type { Formats, GroupData, RendererProps } from '../visualization.ts'
import { Arrangement } from './Arrangement.tsx'
import type { FilterValue } from './AttributeChip.tsx'
import { filteredCell, filterText } from './arrangement.ts'
import type { PivotOptions } from './options.ts'
import { PivotTable } from './PivotTable.tsx'
import { type Prepared, prepare, tsvOf } from './prepare.ts'
import styles from './Renderer.module.css'

/** More values than this are better filtered in the query. */
const MAX_FILTER_VALUES = 200

/** A pivot table, with controls for rearranging it if viewers may use them. */
export function Renderer(props: RendererProps<PivotOptions>) {
  const { name, options, data, formats, colorScheme, onArrange, onRearrange, onInspect = null } = props
  const prepared = useMemo(
    (): Prepared => (data.kind === 'groups' ? prepare(data, options, formats) : { kind: 'nothing', reason: t`No data` }),
    [data, options, formats],
  )
  const groups = data.kind === 'groups' ? data : null
  return (
    <div className={styles.frame}>
      {groups && (onArrange || options.controls.enabled) && (
        <Arrangement
          options={options}
          columns={groups.columns}
          isSortedByColumn={prepared.kind === 'pivot' && prepared.sortedBy !== null}
          valuesOf={(column) => filterValues(column, groups, options, formats)}
          onArrange={onArrange ?? onRearrange}
        />
      )}
      {prepared.kind === 'nothing' ? (
        <Nothing icon={IconTablePlus} reason={prepared.reason} />
      ) : (
        <ScrollShade label={name} className={styles.table}>
          {options.rendererName === 'Exportable TSV' ? (
            <TsvText text={tsvOf(prepared)} />
          ) : (
            <PivotTable
              name={name}
              pivot={prepared}
              options={options}
              colorScheme={colorScheme}
              onArrange={onArrange ?? onRearrange}
              onInspect={onInspect}
            />
          )}
          {prepared.note !== null && <p className={styles.note}>{prepared.note}</p>}
        </ScrollShade>
      )}
    </div>
  )
}

const TsvText = ({ text }: { text: string }) => (
  <div className={styles.text}>
    <CopyButton text={text} label={t`Copy Table`} />
    <pre>{text}</pre>
  </div>
)

/** The values of a column that appear on one of the sides, and those that are excluded already. */
function filterValues(
  name: string,
  { sets, columns }: GroupData,
  { valueFilter }: PivotOptions,
  formats: Formats,
): FilterValue[] {
  const column = columns.find((candidate) => candidate.name === name)
  const set = sets.slice(1).find(({ by }) => by.includes(name))
  const present = set?.keys[set.by.indexOf(name)] ?? []
  const leftOut = Object.keys(valueFilter[name] ?? {})
  if (!column) return []
  const shown = [...new Set(present)].slice(0, MAX_FILTER_VALUES).map((cell) => ({ cell, isShown: true }))
  const hidden = leftOut.map((text) => ({ cell: filteredCell(text, column), isShown: false }))
  const all = [...shown, ...hidden]
  const labelOf = columnLabels(
    all.map(({ cell }) => cell),
    column,
    formats,
  )
  return all
    .map(({ cell, isShown }) => ({ text: filterText(cell), label: labelOf(cell), isShown }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
}
