import { t } from '@lingui/core/macro'
import { clusterPoints } from '@sightline/domain/maps/clusters.ts'
import {
  circleMarker,
  type DivIcon,
  divIcon,
  LatLngBounds,
  type Layer,
  type Map as LeafletMap,
  marker,
  canvas as onCanvas,
} from 'leaflet'
import { escapeHtml } from '../html-text.ts'
import { showPopupAlone } from '../popup-alone.ts'
import type { IconShape, MapOptions, Point, PointGroup } from './prepare.ts'
import styles from './Renderer.module.css'

/** Markers closer than this many pixels form a cluster. */
const CLUSTER_DISTANCE = 60
/** Up to this number, markers are DOM elements and reachable with the keyboard; more are drawn as dots. */
const MAX_ELEMENTS = 1000
/** Maximum number of rows at the same coordinates that a popup lists. */
const MAX_LISTED = 10
const CLOSEST = 18

export interface MarkerTexts {
  /** Content of the popup of a row; null if popups are off. */
  popup: ((row: number) => HTMLElement) | null
  tooltip: ((row: number) => HTMLElement) | null
  title(row: number): string
  /** Formats a count. */
  count(count: number): string
}

interface MarkerLayerInput {
  options: MapOptions
  /** Shows the rows of a marker, or of several at one place, by one of its rows; null where it is not offered. */
  onInspect: ((row: number) => void) | null
  groups: readonly (PointGroup & { shownColor: string })[]
  borderColor: string
  texts: MarkerTexts
}

/** Adds the markers to a map, in clusters that split when zooming in. Returns a function that removes them. */
export function drawMarkers(map: LeafletMap, drawn: MarkerLayerInput): () => void {
  let layers: Layer[] = []
  const clear = () => {
    for (const layer of layers) layer.remove()
    layers = []
  }
  const redraw = () => {
    clear()
    layers = layersAt(map, drawn)
    for (const layer of layers) layer.addTo(map)
  }
  redraw()
  // Without clusters, nothing depends on the zoom.
  if (!drawn.options.clusterMarkers) return clear
  map.on('zoomend', redraw)
  return () => {
    map.off('zoomend', redraw)
    clear()
  }
}

function layersAt(map: LeafletMap, { options, groups, borderColor, texts, onInspect }: MarkerLayerInput): Layer[] {
  const zoom = Math.round(map.getZoom())
  const parts = groups.flatMap((group) => {
    const clusters = options.clusterMarkers
      ? clusterPoints(group.points, zoom, CLUSTER_DISTANCE)
      : group.points.map(({ lat, lng }, index) => ({ lat, lng, points: [index] }))
    return clusters.map((cluster) => ({ group, ...cluster }))
  })
  const renderer = parts.length > MAX_ELEMENTS ? onCanvas({ padding: 0.2 }) : null
  return parts.map(({ group, lat, lng, points }) => {
    const own = points.flatMap((index) => group.points[index] ?? [])
    const [first] = own
    if (own.length > 1) return clusterLayer(map, own, { lat, lng }, group.shownColor, { texts, onInspect })
    const icon = markerIcon(options, group.shownColor, borderColor)
    const layer = renderer
      ? circleMarker([lat, lng], { renderer, radius: 4, color: group.shownColor, weight: 1, fillOpacity: 0.7 })
      : marker([lat, lng], { icon, title: first ? texts.title(first.row) : '', alt: first ? texts.title(first.row) : '' })
    if (first && texts.popup) layer.bindPopup(() => texts.popup?.(first.row) ?? '', { maxWidth: 320 })
    if (first) whenInspected(layer, first.row, { onInspect, isAlone: texts.popup === null })
    if (first && texts.tooltip) layer.bindTooltip(() => texts.tooltip?.(first.row) ?? '')
    showPopupAlone(layer)
    return layer
  })
}

/** A right-click shows the rows of a marker, and so does a click that has no other effect. */
function whenInspected(
  layer: Layer,
  row: number,
  { onInspect, isAlone }: Pick<MarkerLayerInput, 'onInspect'> & { isAlone: boolean },
): void {
  if (onInspect === null) return
  layer.on('contextmenu', () => onInspect(row))
  if (isAlone) layer.on('click', () => onInspect(row))
}

/** A cluster: a click zooms in, or lists its rows if they all have the same coordinates. */
function clusterLayer(
  map: LeafletMap,
  points: readonly Point[],
  { lat, lng }: { lat: number; lng: number },
  color: string,
  { texts, onInspect }: Pick<MarkerLayerInput, 'texts' | 'onInspect'>,
): Layer {
  const name = t`${texts.count(points.length)} markers`
  const layer = marker([lat, lng], { icon: clusterIcon(points.length, color), title: name, alt: name })
  const bounds = new LatLngBounds(points.map((point) => [point.lat, point.lng]))
  const isOnePlace = bounds.getSouthWest().equals(bounds.getNorthEast())
  if (isOnePlace || map.getZoom() >= CLOSEST) {
    if (texts.popup) layer.bindPopup(() => listed(points, name, texts), { maxWidth: 320 })
    const [first] = points
    if (first && isOnePlace) whenInspected(layer, first.row, { onInspect, isAlone: texts.popup === null })
    return layer
  }
  return layer.on('click', () => map.fitBounds(bounds, { padding: [40, 40] }))
}

function listed(points: readonly Point[], name: string, { popup }: MarkerTexts): HTMLElement {
  const root = document.createElement('div')
  root.append(Object.assign(document.createElement('strong'), { textContent: name }))
  for (const { row } of points.slice(0, MAX_LISTED)) {
    root.append(document.createElement('hr'))
    if (popup) root.append(popup(row))
  }
  return root
}

/** Marker symbols by stored name, as paths in a 24 × 24 box. An unknown name is shown as a circle. */
const signs: Readonly<Record<string, string>> = {
  circle: 'M12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
  square: 'M6 6h12v12H6z',
  star: 'M12 3l2.7 5.8l6.3.7l-4.7 4.3l1.3 6.2l-5.6-3.2l-5.6 3.2l1.3-6.2L3 9.5l6.3-.7z',
  heart: 'M12 20s-8-4.8-8-10.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8 2.5C20 15.2 12 20 12 20z',
  home: 'M12 4l9 8h-3v8h-4v-5h-4v5H6v-8H3z',
  flag: 'M6 21V4h12l-3 4.500l3 4.500H8v8z',
  plus: 'M10 4h4v6h6v4h-6v6h-4v-6H4v-4h6z',
  bolt: 'M13 3L5 14h5l-1 7l8-11h-5z',
  user: 'M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM4 21c0-5 4-7 8-7s8 2 8 7z',
  plane:
    'M12 2c1 0 1.5 1 1.5 2.500V9l8 5v2l-8-2.500V18l2.5 2v1.500L12 20.500L8 21.500V20l2.5-2v-4.500L2.5 16v-2l8-5V4.500C10.5 3 11 2 12 2z',
}
export const signNames = Object.keys(signs)

const shapes: Record<IconShape, { width: number; height: number; body: string }> = {
  marker: { width: 26, height: 34, body: '<path d="M13 33C13 33 25 21 25 12.500A12 12 0 0 0 1 12.500C1 21 13 33 13 33z"/>' },
  circle: { width: 24, height: 24, body: '<circle cx="12" cy="12" r="11"/>' },
  rectangle: { width: 24, height: 24, body: '<rect x="1" y="1" width="22" height="22" rx="4"/>' },
  doughnut: { width: 16, height: 16, body: '<circle cx="8" cy="8" r="6" style="stroke-width:4"/>' },
  'circle-dot': { width: 14, height: 14, body: '<circle cx="7" cy="7" r="6"/>' },
  'rectangle-dot': { width: 14, height: 14, body: '<rect x="1" y="1" width="12" height="12" rx="2"/>' },
}

/** Pixels that can be clicked or tapped around the middle of a smaller marker. */
const LEAST_TARGET = 24

/** The icon of one marker. @param color of its group, as shown */
function markerIcon(options: MapOptions, color: string, borderColor: string): DivIcon {
  const shape = options.customizeMarkers ? options.iconShape : 'circle-dot'
  const { width, height, body } = shapes[shape]
  const hasSign = shape === 'marker' || shape === 'circle' || shape === 'rectangle'
  const border = options.customizeMarkers ? escapeHtml(borderColor) : 'var(--sl-surface)'
  const sign = signs[options.iconFont] ?? signs.circle ?? ''
  const inner = hasSign
    ? `<path d="${sign}" transform="translate(${width / 2 - 7} ${5}) scale(${14 / 24})" fill="${escapeHtml(options.foregroundColor)}"/>`
    : ''
  const [boxWidth, boxHeight] = [Math.max(width, LEAST_TARGET), Math.max(height, LEAST_TARGET)]
  return divIcon({
    className: styles.icon ?? '',
    html: `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true"><g fill="${escapeHtml(color)}" stroke="${border}" stroke-width="1.5">${body}</g>${inner}</svg>`,
    iconSize: [boxWidth, boxHeight],
    iconAnchor: [boxWidth / 2, shape === 'marker' ? boxHeight : boxHeight / 2],
    popupAnchor: [0, shape === 'marker' ? -height + 4 : 0],
  })
}

const SMALLEST_CLUSTER = 28
const LARGEST_CLUSTER = 52

/** The icon of a cluster: a disc that grows with the number of markers. */
function clusterIcon(count: number, color: string): DivIcon {
  const size = Math.min(LARGEST_CLUSTER, SMALLEST_CLUSTER + 6 * Math.log10(count))
  return divIcon({
    className: styles.cluster ?? '',
    html: `<span style="--group:${escapeHtml(color)}">${count >= 10_000 ? `${Math.round(count / 1000)}k` : count}</span>`,
    iconSize: [size, size],
  })
}
