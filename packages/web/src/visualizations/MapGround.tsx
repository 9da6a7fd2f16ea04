import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import 'leaflet/dist/leaflet.css'
import type { MapTileLayer } from '@sightline/contract/session.ts'
import type { Bounds } from '@sightline/domain/maps/bounds.ts'
import { LatLngBounds, type Map as LeafletMap, map as startMap, tileLayer } from 'leaflet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { escapeHtml } from './html-text.ts'
import styles from './MapGround.module.css'

interface MapGroundProps {
  /** Accessible description of the map. */
  label: string
  /** The initial view; the map moves when it changes. */
  view: Bounds
  /** Pixels around the view that stay free. */
  padding: number
  /** Background colour; null for that of the page. */
  background: string | null
  /** Tile layer; null for none. */
  layer: MapTileLayer | null
  /** Draws on the map and returns a function that removes the drawing. Pass a stable function while it draws the same. */
  draw(map: LeafletMap): () => void
  /** Receives the visible bounds after the user has moved the map; null if not needed. */
  onMoved: ((bounds: Bounds) => void) | null
  /** Overlays on top of the map. */
  children?: ReactNode
}

/** Degrees shown around a single point. */
const ALONE = 0.02

/** A pannable and zoomable map. Without tiles it remains usable and shows that they failed to load. */
export function MapGround({ label, view, padding, background, layer, draw, onMoved, children }: MapGroundProps) {
  const host = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [missingHost, setMissingHost] = useState<string | null>(null)
  const moved = useRef(onMoved)
  moved.current = onMoved
  // Set by user input and cleared when the movement ends, because fitting and resizing move the map as well.
  const isByReader = useRef(false)
  const seen = useRef('')
  // Fits the wanted view again when the card changes its size; null once the user has moved the map.
  const refit = useRef<(() => void) | null>(null)
  // Without tiles, which look best at quarters of a level, the view fills the card exactly.
  const snap = useRef(layer === null ? 0 : 0.25)

  useEffect(() => {
    const element = host.current
    if (!element) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const started = startMap(element, {
      zoomSnap: snap.current,
      attributionControl: true,
      // The wheel scrolls the page until the user has clicked into the map.
      scrollWheelZoom: false,
      zoomAnimation: !isStill,
      fadeAnimation: !isStill,
      minZoom: 0,
      maxZoom: 18,
    }).fitWorld()
    started.attributionControl.setPrefix(false)
    started.on('focus', () => started.scrollWheelZoom.enable())
    started.on('blur', () => started.scrollWheelZoom.disable())
    started.on('moveend', () => {
      if (!isByReader.current) return
      isByReader.current = false
      refit.current = null
      const bounds = boundsOn(started)
      seen.current = JSON.stringify(bounds)
      moved.current?.(bounds)
    })
    const byReader = () => {
      isByReader.current = true
    }
    for (const kind of ['pointerdown', 'wheel', 'keydown', 'dblclick'])
      element.addEventListener(kind, byReader, { capture: true })
    // A click focuses the region under it, from which no key reaches the map, such as Escape for its popup.
    element.addEventListener('focusin', ({ target }) => {
      if (target instanceof SVGElement && !target.hasAttribute('tabindex')) element.focus({ preventScroll: true })
    })
    const observer = new ResizeObserver(() => {
      isByReader.current = false
      started.invalidateSize({ animate: false })
      refit.current?.()
    })
    observer.observe(element)
    setMap(started)
    return () => {
      observer.disconnect()
      started.remove()
      setMap(null)
    }
  }, [])

  const viewKey = JSON.stringify(view)
  useEffect(() => {
    // The user moved the map to this view, so it is already there.
    if (!map || viewKey === seen.current) return
    isByReader.current = false
    map.invalidateSize({ animate: false })
    refit.current = () => map.fitBounds(corners(JSON.parse(viewKey)), { animate: false, padding: [padding, padding] })
    refit.current()
  }, [map, viewKey, padding])

  useEffect(() => {
    if (!map || !layer) return
    let hasCome = false
    const tiles = tileLayer(layer.url, { attribution: escapeHtml(layer.attribution), maxZoom: 18, referrerPolicy: 'origin' })
    tiles.on('tileload', () => {
      hasCome = true
      setMissingHost(null)
    })
    tiles.on('tileerror', () => {
      if (!hasCome) setMissingHost(hostOf(layer.url))
    })
    tiles.addTo(map)
    return () => {
      tiles.remove()
      setMissingHost(null)
    }
  }, [map, layer])

  useEffect(() => (map ? draw(map) : undefined), [map, draw])

  return (
    <figure className={styles.frame} aria-label={label} style={{ '--ground': background ?? 'var(--sl-sunken)' }}>
      {/* Leaflet handles the arrow keys, plus and minus; the element is focusable with Tab. */}
      <div ref={host} className={styles.map} role="application" aria-label={label} />
      {missingHost !== null && (
        <div className={styles.missing} role="status">
          <Trans>Map tiles couldn't be loaded from {missingHost}.</Trans>
        </div>
      )}
      {children}
    </figure>
  )
}

const boundsOn = (map: LeafletMap): Bounds => {
  const bounds = map.getBounds()
  return { south: bounds.getSouth(), west: bounds.getWest(), north: bounds.getNorth(), east: bounds.getEast() }
}

function corners({ south, west, north, east }: Bounds): LatLngBounds {
  const room = south === north && west === east ? ALONE : 0
  return new LatLngBounds([south - room, west - room], [north + room, east + room])
}

/** The host name in a tile URL. */
const hostOf = (address: string) => /^(?:https?:)?\/\/([^/]+)/.exec(address)?.[1]?.replace('{s}.', '') ?? t`its server`
