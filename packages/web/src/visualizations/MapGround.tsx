import 'leaflet/dist/leaflet.css'
import type { MapTileLayer } from '@sightline/contract/session.ts'
import type { Bounds } from '@sightline/domain/maps/bounds.ts'
import { LatLngBounds, type Map as LeafletMap, map as startMap, tileLayer } from 'leaflet'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { escapeHtml } from './html-text.ts'
import styles from './MapGround.module.css'

interface MapGroundProps {
  /** The map in words. */
  label: string
  /** What is seen at first, and whenever it changes. */
  view: Bounds
  /** Pixels that stay free around it. */
  padding: number
  /** A colour behind everything; null for that of the page. */
  background: string | null
  /** The tiles the map lies on; null for none. */
  layer: MapTileLayer | null
  /** Puts things on the map, and answers how to take them off again. Keep the same function as long as it puts the same. */
  draw(map: LeafletMap): () => void
  /** Told what is seen after the reader has moved the map; null where nobody wants to know. */
  onMoved: ((bounds: Bounds) => void) | null
  /** What lies over the map. */
  children?: ReactNode
}

/** Degrees around a single point. */
const ALONE = 0.02

/** A map that is moved and zoomed; it is of use without its tiles, and says when they do not come. */
export function MapGround({ label, view, padding, background, layer, draw, onMoved, children }: MapGroundProps) {
  const host = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [missingHost, setMissingHost] = useState<string | null>(null)
  const moved = useRef(onMoved)
  moved.current = onMoved
  // Set by what the reader does and cleared when the map has come to rest: fitting and resizing move it as well.
  const isByReader = useRef(false)
  const seen = useRef('')

  useEffect(() => {
    const element = host.current
    if (!element) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const started = startMap(element, {
      zoomSnap: 0.25,
      attributionControl: true,
      // The page scrolls with the wheel; the map zooms once it has been taken hold of.
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
      const bounds = boundsOn(started)
      seen.current = JSON.stringify(bounds)
      moved.current?.(bounds)
    })
    const byReader = () => {
      isByReader.current = true
    }
    for (const kind of ['pointerdown', 'wheel', 'keydown', 'dblclick'])
      element.addEventListener(kind, byReader, { capture: true })
    const observer = new ResizeObserver(() => {
      isByReader.current = false
      started.invalidateSize({ animate: false })
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
    // What the reader has moved to is where the map is already.
    if (!map || viewKey === seen.current) return
    isByReader.current = false
    map.invalidateSize({ animate: false })
    map.fitBounds(corners(JSON.parse(viewKey)), { animate: false, padding: [padding, padding] })
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
      {/* The map's own keys are the arrows, plus and minus; it is reached with Tab. */}
      <div ref={host} className={styles.map} role="application" aria-label={label} />
      {missingHost !== null && (
        <div className={styles.missing} role="status">
          The background of the map could not be loaded from {missingHost}.
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

/** The server that an address of tiles names. */
const hostOf = (address: string) => /^(?:https?:)?\/\/([^/]+)/.exec(address)?.[1]?.replace('{s}.', '') ?? 'its server'
