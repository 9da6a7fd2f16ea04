import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconFilter } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Nothing } from '../Placeholders.tsx'
import { ScrollShade } from '../ScrollShade.tsx'
import { useCellMarks } from '../use-cell-marks.ts'
import type { RendererProps } from '../visualization.ts'
import { type FunnelOptions, type Prepared, prepare } from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders a table of steps with centred bars that form the funnel. */
export function Renderer({ name, options, data, formats, onInspect = null }: RendererProps<FunnelOptions>) {
  const prepared = useMemo(
    (): Prepared => (data.kind === 'columns' ? prepare(data, options, formats) : { kind: 'nothing', reason: t`No data` }),
    [data, options, formats],
  )
  const marks = useCellMarks((row) => (prepared.kind === 'funnel' ? (prepared.steps[row]?.mark ?? null) : null), onInspect)
  if (prepared.kind === 'nothing') return <Nothing icon={IconFilter} reason={prepared.reason} />
  const { stepTitle, valueTitle, steps, note } = prepared
  return (
    <ScrollShade label={name} className={styles.frame}>
      <table className={styles.table} {...marks.table}>
        <thead>
          <tr>
            <th scope="col">{stepTitle}</th>
            <th scope="col" className={styles.number}>
              {valueTitle}
            </th>
            <th aria-hidden className={styles.bars} />
            <th scope="col" className={styles.number}>
              <Trans>% Max</Trans>
            </th>
            <th scope="col" className={styles.number}>
              <Trans>% Previous</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same name
            <tr key={index} {...marks.cell(index, 0)}>
              <th scope="row" className={styles.step} title={step.name}>
                {step.name}
              </th>
              <td className={styles.value}>{step.value}</td>
              <td aria-hidden className={styles.bars}>
                <div className={styles.bar} style={{ width: `${step.width * 100}%` }} />
              </td>
              <td className={styles.number}>{step.ofMaximum}</td>
              <td className={styles.number}>{step.ofPrevious}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note !== null && <p className={styles.note}>{note}</p>}
    </ScrollShade>
  )
}
