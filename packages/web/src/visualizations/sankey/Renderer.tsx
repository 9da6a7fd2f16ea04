import { t } from '@lingui/core/macro'
import { useElementSize } from '@mantine/hooks'
import { type SankeyNode, sankeyOf } from '@sightline/domain/flows/sankey.ts'
import { IconChartSankey } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Nothing } from '../Placeholders.tsx'
import { flowColors } from '../palette.ts'
import { useMarks } from '../use-marks.ts'
import type { Formats, PickMark, RendererProps } from '../visualization.ts'
import { LEAST_LABELLED, outlineOf } from './outline.ts'
import {
  describe,
  marksOf,
  markText,
  type Prepared,
  pickedOf,
  prepare,
  type SankeyOptions,
  stepFrom,
  type Ways,
} from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders paths between steps; the width of a link shows how many take it. */
export function Renderer({ name, data, formats, colorScheme, onInspect = null }: RendererProps<SankeyOptions>) {
  const prepared = useMemo(
    (): Prepared => (data.kind === 'groups' ? prepare(data, formats) : { kind: 'nothing', reason: t`No data` }),
    [data, formats],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconChartSankey} reason={prepared.reason} />
  return <Diagram name={name} ways={prepared} formats={formats} colorScheme={colorScheme} onInspect={onInspect} />
}

interface DiagramProps {
  name: string
  ways: Ways
  formats: Formats
  colorScheme: 'light' | 'dark'
  onInspect: PickMark | null
}

function Diagram({ name, ways: { paths, stepValue, note }, formats, colorScheme, onInspect }: DiagramProps) {
  const { numberMarks, chartColors } = formats
  const { ref, width, height } = useElementSize()
  const sankey = useMemo(
    () => (width > 0 && height > 0 ? sankeyOf(paths, width, height) : { nodes: [], links: [], omitted: 0 }),
    [paths, width, height],
  )
  const colorOf = useMemo(() => flowColors(paths, colorScheme, chartColors), [paths, colorScheme, chartColors])
  const colorOfNode = ({ name: node, isExit }: SankeyNode) => (isExit ? 'var(--sl-text-3)' : colorOf(node))
  const marks = useMemo(() => marksOf(sankey), [sankey])
  const { pointed, mark, holder } = useMarks(marks.length, (index, step) => stepFrom(marks, index, step), onInspect)
  const shown = pointed === null ? undefined : marks[pointed]
  const markAt = (index: number) => {
    const at = marks[index]
    return at ? mark(index, markText(at, numberMarks), stepValue && pickedOf(at, stepValue)) : {}
  }
  const lastStage = Math.max(0, ...sankey.nodes.map(({ stage }) => stage))
  const omitted = sankey.omitted > 0 ? t`without ${sankey.omitted} small nodes` : null
  return (
    <figure className={styles.frame}>
      {/* The label under the pointer; hidden from screen readers, which read the label of the mark. */}
      <div className={styles.trail} aria-hidden>
        {shown && markText(shown, numberMarks)}
      </div>
      <div ref={ref} className={styles.space}>
        {/* Positioned absolutely, so that its size never affects the size of its container. */}
        <svg className={styles.ways} width={width} height={height} aria-label={describe(name, sankey, numberMarks)} {...holder}>
          {sankey.links.map((link, index) => (
            <path
              key={`${link.source.stage} ${link.source.name} ${link.target.name}`}
              className={styles.link}
              d={outlineOf(link)}
              stroke={colorOfNode(link.source)}
              strokeWidth={Math.max(1, link.thickness)}
              {...markAt(sankey.nodes.length + index)}
            />
          ))}
          {sankey.nodes.map((node, index) => {
            const isLast = node.stage === lastStage && lastStage > 0
            return (
              <g key={`${node.stage} ${node.name}`}>
                <rect
                  x={node.x}
                  y={node.y}
                  width={node.width}
                  height={Math.max(1, node.height)}
                  rx={2}
                  className={styles.node}
                  fill={colorOfNode(node)}
                  {...markAt(index)}
                />
                {node.height >= LEAST_LABELLED && (
                  <text
                    className={styles.label}
                    x={isLast ? node.x - 6 : node.x + node.width + 6}
                    y={node.y + node.height / 2}
                    textAnchor={isLast ? 'end' : 'start'}
                  >
                    {node.name}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
      {(note !== null || omitted !== null) && (
        <figcaption className={styles.note}>{[note, omitted].filter((part) => part !== null).join(', ')}</figcaption>
      )}
    </figure>
  )
}
