import { t } from '@lingui/core/macro'
import { readBounds, storedCorners } from '@sightline/domain/maps/bounds.ts'
import { IconMapPin } from '@tabler/icons-react'
import type { Map as LeafletMap } from 'leaflet'
import { useCallback, useMemo, useRef, useState } from 'react'
import { cellLabel, figureText } from '../cell-label.ts'
import { htmlElement, sanitizeHtml } from '../html.ts'
import { MapGround } from '../MapGround.tsx'
import { Nothing } from '../Placeholders.tsx'
import { shownColor } from '../palette.ts'
import type { ColumnData, RendererProps } from '../visualization.ts'
import { GroupList } from './GroupList.tsx'
import { drawMarkers } from './markers.ts'
import { layerOf, type MapOptions, type Markers, pickedMarker, prepare, viewOf } from './prepare.ts'
import styles from './Renderer.module.css'
import { rowHtml } from './row-text.ts'
import { inWords, noPlace } from './words.ts'

/** Renders rows as markers on a map. */
export function Renderer(props: RendererProps<MapOptions>) {
  const { data, options, formats } = props
  const markers = useMemo(
    () => (data.kind === 'columns' ? prepare(data, options, formats.chartColors) : null),
    [data, options, formats.chartColors],
  )
  if (data.kind !== 'columns' || data.shown === 0 || markers === null) return <Nothing icon={IconMapPin} reason={t`No data`} />
  if (markers.groups.length === 0) {
    return (
      <Nothing
        icon={IconMapPin}
        reason={noPlace(options)}
        help={t`Coordinates must be numbers in degrees: latitude from -90 to 90, longitude from -180 to 180.`}
      />
    )
  }
  return <MarkerMap {...props} data={data} markers={markers} />
}

interface MarkerMapProps extends RendererProps<MapOptions> {
  data: ColumnData
  markers: Markers
}

function MarkerMap({ name, options, data, formats, colorScheme, onArrange, onInspect = null, markers }: MarkerMapProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const groups = useMemo(
    () => markers.groups.map((group) => ({ ...group, shownColor: shownColor(group.color, colorScheme) })),
    [markers, colorScheme],
  )
  const canInspect = onInspect !== null
  const tell = useRef<(row: number) => void>(() => {})
  tell.current = (row) => onInspect?.(pickedMarker(data, options, row))
  const draw = useCallback(
    (map: LeafletMap) => {
      const { popup, tooltip, latColName, lonColName } = options
      // The first text column is the accessible name of a marker.
      const named = data.columns.findIndex(
        ({ name: column, type }) => type === 'string' && column !== latColName && column !== lonColName,
      )
      return drawMarkers(map, {
        options,
        onInspect: canInspect ? (row) => tell.current(row) : null,
        groups: groups.filter((group) => !hidden.has(group.name)),
        borderColor: shownColor(options.borderColor, colorScheme),
        texts: {
          popup: popup.enabled ? (row) => htmlElement(rowHtml(data, row, popup.template, formats, sanitizeHtml)) : null,
          tooltip: tooltip.enabled ? (row) => htmlElement(rowHtml(data, row, tooltip.template, formats, sanitizeHtml)) : null,
          count: (count) => figureText(count, formats.numberMarks),
          title: (row) => (named === -1 ? '' : cellLabel(data.values[named]?.[row] ?? null, data.columns[named], formats)),
        },
      })
    },
    [options, data, formats, groups, hidden, colorScheme, canInspect],
  )
  const view = viewOf(options, markers)
  const layer = useMemo(() => layerOf(options.mapTileUrl, formats.mapTiles), [options.mapTileUrl, formats.mapTiles])
  if (view === null) return null
  return (
    <MapGround
      label={inWords(name, markers, options, formats.numberMarks)}
      view={view}
      padding={readBounds(options.bounds) ? 0 : ROOM}
      background={null}
      layer={layer}
      draw={draw}
      onMoved={onArrange && ((bounds) => onArrange({ bounds: storedCorners(bounds) }))}
    >
      {options.classify !== null && (
        <GroupList
          groups={groups}
          hidden={hidden}
          marks={formats.numberMarks}
          onToggle={(group) =>
            setHidden((now) => new Set(now.has(group) ? [...now].filter((other) => other !== group) : [...now, group]))
          }
        />
      )}
      {markers.note !== null && <div className={styles.note}>{markers.note}</div>}
    </MapGround>
  )
}

/** Pixels around the markers, so that none is cut off at the edge. */
const ROOM = 36
