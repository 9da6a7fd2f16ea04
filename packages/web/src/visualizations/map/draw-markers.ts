import { clusterPoints } from '@sightline/domain/maps/clusters.ts'
import { circleMarker, LatLngBounds, type Layer, type Map as LeafletMap, marker, canvas as onCanvas } from 'leaflet'
import { clusterIcon, markerIcon } from './marker-icons.ts'
import type { MapOptions } from './options.ts'
import type { Point, PointGroup } from './prepare.ts'

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

function layersAt(map: LeafletMap, { options, groups, borderColor, texts }: MarkerLayerInput): Layer[] {
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
    if (own.length > 1) return clusterLayer(map, own, { lat, lng }, group.shownColor, texts)
    const icon = markerIcon(options, group.shownColor, borderColor)
    const layer = renderer
      ? circleMarker([lat, lng], { renderer, radius: 4, color: group.shownColor, weight: 1, fillOpacity: 0.7 })
      : marker([lat, lng], { icon, title: first ? texts.title(first.row) : '', alt: first ? texts.title(first.row) : '' })
    if (first && texts.popup) layer.bindPopup(() => texts.popup?.(first.row) ?? '', { maxWidth: 320 })
    if (first && texts.tooltip) layer.bindTooltip(() => texts.tooltip?.(first.row) ?? '')
    return layer
  })
}

/** A cluster: a click zooms in, or lists its rows if they all have the same coordinates. */
function clusterLayer(
  map: LeafletMap,
  points: readonly Point[],
  { lat, lng }: { lat: number; lng: number },
  color: string,
  texts: MarkerTexts,
): Layer {
  const name = `${texts.count(points.length)} markers`
  const layer = marker([lat, lng], { icon: clusterIcon(points.length, color), title: name, alt: name })
  const bounds = new LatLngBounds(points.map((point) => [point.lat, point.lng]))
  const isOnePlace = bounds.getSouthWest().equals(bounds.getNorthEast())
  if (isOnePlace || map.getZoom() >= CLOSEST) {
    if (texts.popup) layer.bindPopup(() => listed(points, name, texts), { maxWidth: 320 })
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
