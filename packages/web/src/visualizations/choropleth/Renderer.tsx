import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import type { Cell } from '@sightline/contract/results.ts'
import { readBounds, storedCorners } from '@sightline/domain/maps/bounds.ts'
import { IconWorld } from '@tabler/icons-react'
import { type GeoJSON, geoJSON, type Map as LeafletMap } from 'leaflet'
import { use, useCallback, useMemo, useRef } from 'react'
import type { ClickedMark } from '../echarts/chart-option.ts'
import { MarkWalker } from '../echarts/MarkWalker.tsx'
import type { WalkStep } from '../echarts/mark-walk.ts'
import { filledHtml, htmlElement } from '../html.ts'
import { MapGround } from '../MapGround.tsx'
import { Nothing } from '../Placeholders.tsx'
import { markOf } from '../picked-mark.ts'
import { showPopupAlone } from '../popup-alone.ts'
import type { ColumnData, PickMark, RendererProps, SelectedMark } from '../visualization.ts'
import { withInsets } from './insets.ts'
import { Legend } from './Legend.tsx'
import { type ChoroplethOptions, keyOf, popupTemplate } from './options.ts'
import { groundColor, keysOfShapes, lookUp, prepare } from './prepare.ts'
import styles from './Renderer.module.css'
import { regionWalk } from './region-walk.ts'
import { firstView, loadShapes, type Shape } from './shapes.ts'
import { inWords, noteOf } from './words.ts'

/** Renders a map whose regions are coloured by value. */
export function Renderer(props: RendererProps<ChoroplethOptions>) {
  const { data } = props
  if (data.kind !== 'columns' || data.shown === 0) return <Nothing icon={IconWorld} reason={t`No data`} />
  return <Regions {...props} data={data} />
}

function Regions({
  name,
  options,
  data,
  formats,
  colorScheme,
  onArrange,
  onPick = null,
  onInspect = null,
  selected = null,
  onEdit = null,
}: RendererProps<ChoroplethOptions> & { data: ColumnData }) {
  const onGlobe = use(loadShapes(options.mapType))
  const hasInsets = options.insets && options.mapType === 'usa'
  const shapes = useMemo(() => (hasInsets ? withInsets(onGlobe) : onGlobe), [hasInsets, onGlobe])
  const drawn = useMemo(
    () =>
      prepare(
        data,
        options,
        shapes.map(({ properties }) => properties),
        colorScheme,
      ),
    [data, options, shapes, colorScheme],
  )
  const marks = formats.numberMarks
  const note = noteOf(drawn, options, marks)
  const keys = useMemo(() => keysOfShapes(data, options, drawn), [data, options, drawn])
  const isClickable = onPick !== null
  const canInspect = onInspect !== null
  const tellOf = (value: Cell, effect: PickMark | null) => {
    const column = keyOf(options)
    if (column !== null && value !== null) effect?.(markOf({ column, value }))
  }
  const tell = useRef<(key: Cell, isInspected: boolean) => void>(() => {})
  tell.current = (value, isInspected) => tellOf(value, isInspected ? onInspect : onPick)
  const withRegion = (effect: PickMark | null) =>
    effect && (({ dataIndex = -1 }: ClickedMark) => tellOf(keys[dataIndex] ?? null, effect))
  const regions = useRef<GeoJSON[]>([])
  const shown = useRef<GeoJSON | null>(null)
  const borders = groundColor(options.colors.borders, colorScheme)
  const show = (step: WalkStep | null) => {
    shown.current?.setStyle({ color: borders, weight: BORDER }).closeTooltip()
    shown.current = step && (regions.current[step.dataIndex] ?? null)
    shown.current?.setStyle({ color: 'var(--sl-focus)', weight: FOCUSED_BORDER }).bringToFront().openTooltip()
  }
  const draw = useCallback(
    (map: LeafletMap) => {
      const html = (template: string, shape: Shape, index: number) => {
        const one = drawn.shapes[index]
        return one
          ? htmlElement(filledHtml(template, (wanted) => lookUp(wanted, shape.properties, one, data, options, formats)))
          : ''
      }
      const isDimmed = dimming(keys, selected)
      const layers = shapes.map((shape, index) => {
        const layer = geoJSON(shape, {
          style: {
            fillColor: drawn.shapes[index]?.color,
            fillOpacity: isDimmed(index) ? DIMMED : 1,
            color: borders,
            weight: BORDER,
            opacity: 1,
          },
        })
        // Tooltips are built on demand, because a map has hundreds of shapes.
        if (options.tooltip.enabled) layer.bindTooltip(() => html(options.tooltip.template, shape, index), { sticky: true })
        // A click has one effect.
        if (isClickable) layer.on('click', () => tell.current(keys[index] ?? null, false))
        else if (options.popup.enabled) layer.bindPopup(() => html(popupTemplate(options), shape, index), { maxWidth: 320 })
        else if (canInspect) layer.on('click', () => tell.current(keys[index] ?? null, true))
        showPopupAlone(layer)
        if (canInspect) layer.on('contextmenu', () => tell.current(keys[index] ?? null, true))
        layer.on('mouseover', () => layer.setStyle({ weight: POINTED_BORDER }))
        layer.on('mouseout', () => layer.setStyle({ weight: BORDER }))
        return layer.addTo(map)
      })
      regions.current = layers
      return () => {
        for (const layer of layers) layer.remove()
      }
    },
    [shapes, drawn, data, options, formats, borders, keys, isClickable, canInspect, selected],
  )
  const view = useMemo(
    () => readBounds(options.bounds) ?? firstView(options.mapType, shapes, hasInsets),
    [options.bounds, options.mapType, shapes, hasInsets],
  )
  return (
    <MapGround
      label={inWords(name, drawn, shapes, options, marks) + (selected === null ? '' : ` Selected: ${selected.value}.`)}
      view={view}
      padding={MARGIN}
      background={groundColor(options.colors.background, colorScheme)}
      layer={null}
      draw={draw}
      onMoved={onArrange && ((bounds) => onArrange({ bounds: storedCorners(bounds) }))}
    >
      <MarkWalker
        name={name}
        kind="regions"
        walk={() => regionWalk(drawn, shapes, options, marks)}
        onShow={show}
        onPick={withRegion(onPick ?? onInspect)}
        onInspect={withRegion(onInspect)}
      />
      {options.legend.visible && drawn.classes.length > 0 && <Legend classes={drawn.classes} options={options} marks={marks} />}
      {note !== null && (
        <div className={styles.note}>
          {note}
          {drawn.unknown.length > 0 && onEdit !== null && (
            <Anchor component="button" type="button" inherit onClick={onEdit}>
              <Trans>Choose Key Type</Trans>
            </Anchor>
          )}
        </div>
      )}
    </MapGround>
  )
}

/** Pixels of the borders: of all regions, and of one with the pointer or the focus. */
const BORDER = 0.75
const POINTED_BORDER = 1.75
const FOCUSED_BORDER = 2.5

/** Pixels between the regions and the edges of the map. */
const MARGIN = 8

/** Opacity of the regions that are not selected. */
const DIMMED = 0.3

/** Whether the shape at an index is dimmed; none is if no shape has the selected value. */
function dimming(keys: readonly Cell[], selected: SelectedMark | null): (index: number) => boolean {
  const isSelected = (key: Cell | undefined) => key !== null && String(key) === String(selected?.value)
  if (selected === null || !keys.some(isSelected)) return () => false
  return (index) => !isSelected(keys[index])
}
