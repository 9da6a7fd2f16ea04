import { t } from '@lingui/core/macro'
import { IconGridDots } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Nothing } from '../Placeholders.tsx'
import { ScrollShade } from '../ScrollShade.tsx'
import { useCellMarks } from '../use-cell-marks.ts'
import type { RendererProps } from '../visualization.ts'
import { type CohortOptions, type Prepared, prepare } from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders a row for each cohort and a column for each stage; darker cells mean that more members remain. */
export function Renderer({ name, options, data, formats, colorScheme, onInspect = null }: RendererProps<CohortOptions>) {
  const prepared = useMemo(
    (): Prepared =>
      data.kind === 'groups' ? prepare(data, options, formats, colorScheme) : { kind: 'nothing', reason: t`No data` },
    [data, options, formats, colorScheme],
  )
  const markAt = (row: number, stage: number) =>
    prepared.kind === 'cohort' ? (prepared.rows[row]?.cells[stage]?.mark ?? null) : null
  const marks = useCellMarks(markAt, onInspect)
  if (prepared.kind === 'nothing') return <Nothing icon={IconGridDots} reason={prepared.reason} />
  const { timeTitle, peopleTitle, stageTitles, rows, note } = prepared
  return (
    <ScrollShade label={name} className={styles.frame}>
      <table className={styles.table} {...marks.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.time}>
              {timeTitle}
            </th>
            <th scope="col">{peopleTitle}</th>
            {stageTitles.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: stages are identified by index
              <th key={index} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, people, cells }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups are identified by index
            <tr key={row}>
              <th scope="row" className={styles.time}>
                {time}
              </th>
              <td className={styles.people}>{people}</td>
              {cells.map(({ text, colors, tooltip }, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: stages are identified by index
                  key={index}
                  className={styles.cell}
                  {...marks.cell(row, index)}
                  title={tooltip ?? undefined}
                  style={colors ? { background: colors.background, color: colors.ink } : undefined}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note !== null && <p className={styles.note}>{note}</p>}
    </ScrollShade>
  )
}
