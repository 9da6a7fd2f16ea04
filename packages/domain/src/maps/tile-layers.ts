import type { MapTileLayer } from '@sightline/contract/session.ts'

const OSM = '© OpenStreetMap contributors'
const CARTO = `${OSM}, © CARTO`
const ESRI = 'Tiles © Esri'
const carto = (style: string) => `https://{s}.basemaps.cartocdn.com/${style}/{z}/{x}/{y}{r}.png`
const esri = (map: string) => `https://server.arcgisonline.com/ArcGIS/rest/services/${map}/MapServer/tile/{z}/{y}/{x}`

/** The tile layers without further configuration; none of them needs an API key. */
export const defaultTileLayers: readonly MapTileLayer[] = [
  { name: 'OpenStreetMap', url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png', attribution: OSM },
  { name: 'OpenStreetMap DE', url: 'https://tile.openstreetmap.de/{z}/{x}/{y}.png', attribution: OSM },
  {
    name: 'OpenStreetMap FR',
    url: 'https://{s}.tile.openstreetmap.fr/osmfr/{z}/{x}/{y}.png',
    attribution: `${OSM}, OSM France`,
  },
  {
    name: 'OpenStreetMap HOT',
    url: 'https://{s}.tile.openstreetmap.fr/hot/{z}/{x}/{y}.png',
    attribution: `${OSM}, Humanitarian OpenStreetMap Team, OSM France`,
  },
  {
    name: 'CyclOSM',
    url: 'https://{s}.tile-cyclosm.openstreetmap.fr/cyclosm/{z}/{x}/{y}.png',
    attribution: `${OSM}, CyclOSM, OSM France`,
  },
  { name: 'OpenTopoMap', url: 'https://{s}.tile.opentopomap.org/{z}/{x}/{y}.png', attribution: `${OSM}, SRTM, © OpenTopoMap` },
  { name: 'CARTO Positron', url: carto('light_all'), attribution: CARTO },
  { name: 'CARTO Positron (no labels)', url: carto('light_nolabels'), attribution: CARTO },
  { name: 'CARTO Voyager', url: carto('rastertiles/voyager'), attribution: CARTO },
  { name: 'CARTO Dark Matter', url: carto('dark_all'), attribution: CARTO },
  { name: 'Esri World Street Map', url: esri('World_Street_Map'), attribution: ESRI },
  { name: 'Esri World Imagery', url: esri('World_Imagery'), attribution: ESRI },
]
