import type { Cell } from '@sightline/contract/results.ts'
import { column, type Sample } from '../samples.ts'

const codes =
  'USA CAN MEX BRA ARG CHL PER COL GBR FRA DEU ESP ITA POL SWE NOR FIN UKR TUR RUS KAZ CHN MNG IND PAK IRN SAU EGY LBY DZA MAR NGA KEN ETH COD AGO ZAF JPN KOR IDN PHL VNM THA AUS NZL'
const states = 'CA TX NY FL IL PA OH GA NC MI NJ VA WA AZ MA TN IN MO MD WI CO MN SC AL LA KY OR OK CT UT IA NV AR MS KS NM NE'
const figure = (index: number) => Math.round(100 * Math.exp(((index * 7919) % 97) / 20))

export const samples: Sample[] = [
  {
    title: 'Countries',
    columns: [column('country', 'string'), column('passengers', 'integer')],
    rows: codes.split(' ').map((code, index): Cell[] => [code, figure(index)]),
    total: null,
    options: { countryCodeColumn: 'country', valueColumn: 'passengers', clusteringMode: 'q', valueFormat: '0,0' },
  },
  {
    title: 'States of the USA by their abbreviations, found out',
    columns: [column('state', 'string'), column('flights', 'integer')],
    rows: `${states} AK HI PR GU VI AS`.split(' ').map((code, index): Cell[] => [code, figure(index)]),
    total: null,
    options: {
      mapType: 'usa',
      keyColumn: 'state',
      valueColumn: 'flights',
      clusteringMode: 'k',
      valueFormat: '0,0',
      insets: true,
      colors: { min: '#CFEAD9', max: '#0B5D3B' },
      legend: { visible: true, position: 'bottom-right', alignText: 'left' },
    },
  },
  {
    title: 'Prefectures of Japan, one unknown',
    columns: [column('code', 'string'), column('visitors', 'float')],
    rows: [
      ...Array.from({ length: 40 }, (_, index): Cell[] => [`JP-${String(index + 1).padStart(2, '0')}`, figure(index) / 10]),
      ['JP-99', 12],
    ],
    total: null,
    options: { mapType: 'subdiv_japan', countryCodeColumn: 'code', countryCodeType: 'iso_3166_2', valueColumn: 'visitors' },
  },
  {
    title: 'Regions without rows',
    columns: [column('country', 'string'), column('passengers', 'integer')],
    rows: [],
    total: null,
    options: { countryCodeColumn: 'country', valueColumn: 'passengers' },
  },
]
