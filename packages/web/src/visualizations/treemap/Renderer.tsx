import { t } from '@lingui/core/macro'
import { UnstyledButton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { Cell } from '@sightline/contract/results.ts'
import { IconChartTreemap } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Nothing } from '../Placeholders.tsx'
import { sequentialRamp } from '../palette.ts'
import type { PickMark, RendererProps } from '../visualization.ts'
import { colorsOf, textColorOn } from './colors.ts'
import type { TreemapOptions } from './options.ts'
import { describe, type Prepared, prepare, type Tile, type Tiles, tileText, valueText } from './prepare.ts'
import styles from './Renderer.module.css'
import { squarify } from './squarify.ts'

type TreemapProps = RendererProps<TreemapOptions>

/** Renders groups as tiles whose sizes are in proportion to a sum; a click shows the parts of a tile. */
export const Renderer = (props: TreemapProps) => <Levels key={props.options.levels.join('\n')} {...props} />

function Levels(props: TreemapProps) {
  const { data, options, formats } = props
  const [path, setPath] = useState<Cell[]>([])
  const prepared = useMemo(
    (): Prepared => (data.kind === 'groups' ? prepare(data, options, formats, path) : { kind: 'nothing', reason: t`No data` }),
    [data, options, formats, path],
  )
  // Filters may have taken away the tile whose parts are shown.
  const isLost = prepared.kind === 'nothing' && path.length > 0
  useEffect(() => {
    if (isLost) setPath([])
  }, [isLost])
  if (prepared.kind === 'nothing') return <Nothing icon={IconChartTreemap} reason={prepared.reason} />
  return <Level {...props} level={prepared} path={path} onPath={setPath} />
}

interface LevelProps extends TreemapProps {
  level: Tiles
  path: Cell[]
  onPath(path: Cell[]): void
}

/** Pixels between two tiles. */
const GAP = 2

function Level({ name, options, formats, colorScheme, level, path, onPath, onInspect = null }: LevelProps) {
  const { ref, width, height } = useElementSize()
  const list = useRef<HTMLUListElement>(null)
  const shownPath = useRef(path)
  // The button that was pressed is gone.
  useEffect(() => {
    if (shownPath.current !== path) list.current?.focus({ preventScroll: true })
    shownPath.current = path
  }, [path])
  const { tiles, crumbs, note, range } = level
  const areas = squarify(
    tiles.map(({ value }) => value),
    { x: 0, y: 0, width, height },
  )
  const colors = colorsOf(level, colorScheme, formats.chartColors)
  return (
    <figure className={styles.frame}>
      {(options.levels.length > 1 || range !== null) && (
        <div className={styles.head}>
          {options.levels.length > 1 && <Crumbs crumbs={crumbs} onChoose={(depth) => onPath(path.slice(0, depth))} />}
          {range !== null && (
            <span className={styles.scale}>
              {options.colorColumn}: {valueText(range.low, options, formats)}
              <span
                className={styles.ramp}
                style={{ background: `linear-gradient(to right, ${sequentialRamp(colorScheme).join(', ')})` }}
                aria-hidden
              />
              {valueText(range.high, options, formats)}
            </span>
          )}
        </div>
      )}
      <div ref={ref} className={styles.plot}>
        <ul ref={list} className={styles.tiles} aria-label={describe(name, level, options)} tabIndex={-1}>
          {tiles.map((tile, index) => {
            const { x = 0, y = 0, width: wide = 0, height: high = 0 } = areas[index] ?? {}
            const color = colors[index] ?? '#808080'
            const box = { left: x, top: y, width: Math.max(0, wide - GAP), height: Math.max(0, high - GAP) }
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two tiles may have the same name
              <li key={index} className={styles.tile} style={{ ...box, background: color, color: textColorOn(color) }}>
                <TileContent
                  tile={tile}
                  words={tileText(tile, options, formats)}
                  value={valueText(tile.value, options, formats)}
                  room={box}
                  onOpen={onPath}
                  onInspect={onInspect}
                />
              </li>
            )
          })}
        </ul>
      </div>
      {note !== null && <figcaption className={styles.note}>{note}</figcaption>}
    </figure>
  )
}

/** The way to the level that is shown; each step leads back to it. */
const Crumbs = ({ crumbs, onChoose }: { crumbs: readonly string[]; onChoose(depth: number): void }) => (
  <nav className={styles.crumbs} aria-label={t`Levels`}>
    {[t`All`, ...crumbs].map((crumb, depth) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the place is the key
      <span key={depth} className={styles.crumb}>
        {depth > 0 && <span aria-hidden>›</span>}
        {depth < crumbs.length ? (
          <UnstyledButton className={styles.back} onClick={() => onChoose(depth)}>
            {crumb}
          </UnstyledButton>
        ) : (
          <span aria-current="true">{crumb}</span>
        )}
      </span>
    ))}
  </nav>
)

/** Pixels; in less room a text would be cut to nothing. */
const LEAST_WIDTH = 44
const LEAST_HEIGHT = 20
/** From here on, the value has a line of its own. */
const TWO_LINES = 40

interface TileContentProps {
  tile: Tile
  /** The tile in words. */
  words: string
  value: string
  room: { width: number; height: number }
  onOpen(path: Cell[]): void
  onInspect: PickMark | null
}

/** A click shows the parts of a tile, or its rows if it has none; a right-click always shows its rows. */
function TileContent({ tile: { name, path, mark }, words, value, room, onOpen, onInspect }: TileContentProps) {
  const hasRoom = room.width >= LEAST_WIDTH && room.height >= LEAST_HEIGHT
  const text = hasRoom && (
    <span aria-hidden>
      <span className={styles.name}>{name}</span> {room.height >= TWO_LINES && <span className={styles.value}>{value}</span>}
    </span>
  )
  const inspect = onInspect && mark && (() => onInspect(mark))
  const open = path === null ? inspect : () => onOpen(path)
  if (open === null)
    return (
      <div className={styles.content} role="img" aria-label={words} title={words}>
        {text}
      </div>
    )
  return (
    <UnstyledButton
      className={styles.content}
      aria-label={path === null ? t`${words}. Show its rows` : t`${words}. Show its parts`}
      title={words}
      onClick={open}
      onContextMenu={(event) => {
        if (inspect === null) return
        event.preventDefault()
        inspect()
      }}
    >
      {text}
    </UnstyledButton>
  )
}
