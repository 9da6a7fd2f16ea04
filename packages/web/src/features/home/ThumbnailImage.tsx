import type { Thumbnail } from '@sightline/contract/home.ts'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { valueText } from '@sightline/domain/format/value.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormats } from '../../app/use-formats.ts'
import { filteredData } from '../../results/result-filters.ts'
import { sessionReader } from '../../results/result-reader.ts'
import { visualizationOf } from '../../visualizations/registry.ts'
import { VisualizationView } from '../../visualizations/VisualizationView.tsx'
import { resultQuery } from '../executions/api.ts'
import styles from './RecentWork.module.css'

/** Draws a stored result small, without running anything. Nothing is drawn if the result is gone by now. */
export default function ThumbnailImage({ thumbnail: { result_id, visualization } }: { thumbnail: Thumbnail }) {
  const { data } = useQuery({ ...resultQuery(result_id), retry: false })
  if (data === undefined) return null
  // Other types need more room, or other servers, such as those of map tiles.
  const isSmall = visualization !== null && visualizationOf(visualization.type)?.thumbnails !== undefined
  return !isSmall ? <FirstRows window={data} /> : <SmallVisualization visualization={visualization} window={data} />
}

interface SmallVisualizationProps {
  visualization: NonNullable<Thumbnail['visualization']>
  window: ResultWindow
}

/** Drawn at twice the size and scaled down, so that labels and lines keep their proportions. */
function SmallVisualization({ visualization, window }: SmallVisualizationProps) {
  const formats = useFormats()
  const load = useMemo(() => filteredData(window, [], sessionReader), [window])
  return (
    <span className={styles.scaled}>
      <VisualizationView
        visualization={visualization}
        loadData={load}
        columns={window.result.columns}
        formats={formats}
        place="widget"
        refreshKey={window.result.id}
      />
    </span>
  )
}

/** Rows and columns that fit the picture. */
const ROWS = 5
const COLUMNS = 4

function FirstRows({ window: { rows, result } }: { window: ResultWindow }) {
  const formats = useFormats()
  const columns = result.columns.slice(0, COLUMNS)
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, ROWS).map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a stored result never change their places
          <tr key={index}>
            {columns.map(({ name, type }, column) => {
              const value = row[column] ?? null
              return (
                <td key={name} data-number={type === 'integer' || type === 'float' || undefined}>
                  {value === null ? '–' : valueText(value, type, formats)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
