import type { MapTileLayer } from '@sightline/contract/session.ts'
import { MAX_PAGE_SIZE } from '@sightline/domain/list-state.ts'
import { defaultTileLayers } from '@sightline/domain/maps/tile-layers.ts'
import { DEFAULT_DASHBOARD_RATES, usableIntervals } from '@sightline/domain/schedule/intervals.ts'
import { z } from 'zod'
import { ofKind, setting } from './setting.ts'
import { flag, intervals, tileLayers, whole } from './values.ts'

export interface WebAppConfig {
  /** Seconds. Visitors of public dashboards get a stored result that is younger than this, even if they request a fresh one. */
  publicMaxAge: number
  /** Whether the key of a query can also run it with text parameters, as embeds of old installations need. */
  allowsTextInEmbeds: boolean
  /** Whether naming a draft publishes it. */
  publishesNamedQueries: boolean
  /** Seconds. The intervals at which a dashboard can refresh itself. */
  dashboardRefreshIntervals: number[]
  pageSize: number
  pageSizeOptions: number[]
  /** Maximum number of characters of a JSON cell that tables parse. */
  maxCellJson: number
  /** Whether charts may run code written by their authors. */
  allowsCustomCharts: boolean
  /** Tile layers of maps, the default first. */
  mapTiles: MapTileLayer[]
  /** Whether users without an uploaded picture get the one of gravatar.com. */
  gravatar: boolean
}

export const webAppSettings = {
  SIGHTLINE_PUBLIC_MAX_AGE: setting(whole(0, 86_400).default(60), {
    meaning: 'seconds: visitors of a public dashboard get a stored result that is younger, whatever they request',
  }),
  SIGHTLINE_ALLOW_PARAMETERS_IN_EMBEDS: setting(flag.default(false), {
    meaning:
      '`1` lets the key of a query run it with free text, which embeds of old installations need: anyone with such a URL can then change what the data source runs. Deprecated; admins see a reminder',
  }),
  SIGHTLINE_AUTO_PUBLISH: setting(flag.default(true), { meaning: 'whether naming a draft query publishes it' }),
  SIGHTLINE_DASHBOARD_REFRESH_INTERVALS: setting(intervals.default([...DEFAULT_DASHBOARD_RATES]), {
    meaning: 'refresh intervals of dashboards, in seconds, none under 30',
  }),
  SIGHTLINE_PAGE_SIZE: setting(whole(1, MAX_PAGE_SIZE).default(20), { meaning: 'rows per page of lists' }),
  SIGHTLINE_PAGE_SIZE_OPTIONS: setting(
    ofKind(
      'numbers, comma-separated',
      z
        .string()
        .regex(/^\d{1,3}(,\d{1,3})*$/, 'must be numbers with commas between them, such as 5,10,20')
        .transform((list) => list.split(',').map(Number))
        .refine(
          (sizes) => sizes.every((size) => size >= 1 && size <= MAX_PAGE_SIZE),
          `must be numbers from 1 to ${MAX_PAGE_SIZE}`,
        ),
    ).default([5, 10, 20, 50, 100]),
    { meaning: `rows per page to choose from, at most ${MAX_PAGE_SIZE}` },
  ),
  SIGHTLINE_TABLE_CELL_MAX_JSON: setting(whole(0, 10_000_000).default(50_000), {
    meaning: 'longest text, in characters, that a JSON column of a table parses; longer ones are shown as they are',
  }),
  SIGHTLINE_CUSTOM_CHARTS: setting(flag.default(false), {
    meaning:
      '`1` allows charts that run code of their authors: in a frame with an opaque origin and without network, for signed-in users, never on embedded or public pages',
  }),
  SIGHTLINE_MAP_TILES: setting(tileLayers.default([...defaultTileLayers]), {
    meaning:
      'tile layers for maps with markers: a JSON list of `{"name", "url", "attribution"}`, the default first; `none` if browsers cannot reach other servers, maps then have no background',
    otherwise: 'twelve layers without keys, OpenStreetMap first',
  }),
  SIGHTLINE_GRAVATAR: setting(flag.default(false), {
    meaning: '`1` shows pictures from gravatar.com for users who uploaded none; browsers then contact that site',
  }),
}

type Given = z.output<z.ZodObject<typeof webAppSettings>>

export const webAppConfigFrom = (given: Given): WebAppConfig => ({
  publicMaxAge: given.SIGHTLINE_PUBLIC_MAX_AGE,
  allowsTextInEmbeds: given.SIGHTLINE_ALLOW_PARAMETERS_IN_EMBEDS,
  publishesNamedQueries: given.SIGHTLINE_AUTO_PUBLISH,
  dashboardRefreshIntervals: usableIntervals(given.SIGHTLINE_DASHBOARD_REFRESH_INTERVALS),
  pageSize: given.SIGHTLINE_PAGE_SIZE,
  pageSizeOptions: given.SIGHTLINE_PAGE_SIZE_OPTIONS,
  maxCellJson: given.SIGHTLINE_TABLE_CELL_MAX_JSON,
  allowsCustomCharts: given.SIGHTLINE_CUSTOM_CHARTS,
  mapTiles: given.SIGHTLINE_MAP_TILES,
  gravatar: given.SIGHTLINE_GRAVATAR,
})
