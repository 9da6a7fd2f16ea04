import { Anchor } from '@mantine/core'
import type { Cell } from '@sightline/contract/results.ts'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { readBounds, storedCorners } from '@sightline/domain/maps/bounds.ts'
import { codeTypes } from '@sightline/domain/maps/shape-codes.ts'
import { IconWorld } from '@tabler/icons-react'
import { geoJSON, type Map as LeafletMap } from 'leaflet'
import { use, useCallback, useMemo, useRef } from 'react'
import { figureText } from '../cell-label.ts'
import { filledHtml, htmlElement } from '../html.ts'
import { MapGround } from '../MapGround.tsx'
import { Nothing } from '../Placeholders.tsx'
import { markOf } from '../picked-mark.ts'
import type { ColumnData, RendererProps, SelectedMark } from '../visualization.ts'
import { withInsets } from './insets.ts'
import { Legend } from './Legend.tsx'
import { type ChoroplethOptions, keyOf } from './options.ts'
import { type Choropleth, groundColor, keysOfShapes, lookUp, popupTemplate, prepare, valueText } from './prepare.ts'
import styles from './Renderer.module.css'
import { firstView, loadShapes, type Shape } from './shapes.ts'

/** Renders a map whose regions are coloured by value. */
export function Renderer(props: RendererProps<ChoroplethOptions>) {
  const { data } = props
  if (data.kind !== 'columns' || data.shown === 0) return <Nothing icon={IconWorld} reason="No data" />
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
  const keys = useMemo(() => keysOfShapes(data, options, drawn), [data, options, drawn])
  const isClickable = onPick !== null
  const canInspect = onInspect !== null
  const tell = useRef<(key: Cell, isInspected: boolean) => void>(() => {})
  tell.current = (value, isInspected) => {
    const column = keyOf(options)
    const effect = isInspected ? onInspect : onPick
    if (column !== null && value !== null) effect?.(markOf({ column, value }))
  }
  const draw = useCallback(
    (map: LeafletMap) => {
      const html = (template: string, shape: Shape, index: number) => {
        const one = drawn.shapes[index]
        return one
          ? htmlElement(filledHtml(template, (wanted) => lookUp(wanted, shape.properties, one, data, options, formats)))
          : ''
      }
      const borders = groundColor(options.colors.borders, colorScheme)
      const isDimmed = dimming(keys, selected)
      const layers = shapes.map((shape, index) => {
        const layer = geoJSON(shape, {
          style: {
            fillColor: drawn.shapes[index]?.color,
            fillOpacity: isDimmed(index) ? DIMMED : 1,
            color: borders,
            weight: 0.75,
            opacity: 1,
          },
        })
        // Tooltips are built on demand, because a map has hundreds of shapes.
        if (options.tooltip.enabled) layer.bindTooltip(() => html(options.tooltip.template, shape, index), { sticky: true })
        // A click has one effect.
        if (isClickable) layer.on('click', () => tell.current(keys[index] ?? null, false))
        else if (options.popup.enabled) layer.bindPopup(() => html(popupTemplate(options), shape, index), { maxWidth: 320 })
        else if (canInspect) layer.on('click', () => tell.current(keys[index] ?? null, true))
        if (canInspect) layer.on('contextmenu', () => tell.current(keys[index] ?? null, true))
        layer.on('mouseover', () => layer.setStyle({ weight: 1.75 }))
        layer.on('mouseout', () => layer.setStyle({ weight: 0.75 }))
        return layer.addTo(map)
      })
      return () => {
        for (const layer of layers) layer.remove()
      }
    },
    [shapes, drawn, data, options, formats, colorScheme, keys, isClickable, canInspect, selected],
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
      {options.legend.visible && drawn.classes.length > 0 && <Legend classes={drawn.classes} options={options} marks={marks} />}
      {drawn.unknown.length > 0 && (
        <div className={styles.note}>
          {unknownSentence(drawn, options, marks)}
          {onEdit !== null && (
            <Anchor component="button" type="button" inherit onClick={onEdit}>
              Choose Key Type
            </Anchor>
          )}
        </div>
      )}
    </MapGround>
  )
}

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

const MAX_NAMED = 8
/** Of the keys that match no shape. */
const MAX_UNKNOWN = 6

/** Describes the regions with the greatest values as text for screen readers. */
function inWords(
  name: string,
  { shapes: drawn }: ReturnType<typeof prepare>,
  shapes: readonly Shape[],
  options: ChoroplethOptions,
  marks: NumberMarks,
): string {
  const known = drawn
    .map(({ value }, index) => ({ value, name: String(shapes[index]?.properties.name ?? '') }))
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const first = known.slice(0, MAX_NAMED).map((one) => `${one.name} ${valueText(one.value, options, marks)}`)
  const rest = known.length > MAX_NAMED ? ` and ${known.length - MAX_NAMED} more` : ''
  return `${name}. Map of ${options.valueColumn} by region: ${first.join(', ')}${rest}.`
}

/** Names some keys that match no shape, and how the others were read if that is a guess. */
function unknownSentence(
  { unknown, codeType, isGuessed }: Choropleth,
  { mapType }: ChoroplethOptions,
  marks: NumberMarks,
): string {
  const names = unknown
    .slice(0, MAX_UNKNOWN)
    .map((key) => `“${key}”`)
    .join(', ')
  const more = unknown.length > MAX_UNKNOWN ? ` and ${figureText(unknown.length - MAX_UNKNOWN, marks)} more` : ''
  const type = codeTypes[mapType].find((known) => known.type === codeType)?.name ?? codeType
  return `Not on this map: ${names}${more}.${isGuessed ? ` The others are read as “${type}”.` : ''}`
}
