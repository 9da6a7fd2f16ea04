/** A sample query with its visualizations, besides the table that every query has. */
export interface SampleQuery {
  name: string
  description: string
  query: string
  tags: string[]
  visualizations: SampleVisualization[]
}

export interface SampleVisualization {
  type: 'CHART' | 'COUNTER'
  name: string
  options: Record<string, unknown>
}

/** Colours of the palette that say what a value means, as charts store them. */
const colors = {
  amber: '#B68548',
  blue: '#3E5EDB',
  cyan: '#309AAB',
  gray: '#6E7378',
  green: '#238F66',
  lightBlue: '#169AED',
  lightGreen: '#6E9F6D',
  orange: '#E37611',
  red: '#D74E3D',
}

/** Queries that show what the product can do: one for each kind of chart, plus those on the sample dashboard. */
export const sampleQueries: SampleQuery[] = [
  {
    name: 'Half a year in numbers',
    description: 'How many flights there were, how many of them left within a quarter of an hour, and how late they were.',
    query: `SELECT count(*) AS flights,
       round(100 * avg(CAST(delay_min <= 15 AS INT)), 1) AS on_time_percent,
       78 AS on_time_goal,
       round(avg(delay_min), 1) AS avg_delay,
       count(DISTINCT origin) AS airports
FROM flights`,
    tags: ['aviation'],
    visualizations: [
      counter('Flights', { counterColName: 'flights', counterLabel: 'January to June' }),
      counter('On-time departures', {
        counterColName: 'on_time_percent',
        counterLabel: 'Within 15 minutes',
        targetColName: 'on_time_goal',
        formatTargetValue: true,
        stringDecimal: 1,
        stringSuffix: '%',
      }),
      counter('Average delay', {
        counterColName: 'avg_delay',
        counterLabel: 'At departure',
        stringDecimal: 1,
        stringSuffix: 'min',
      }),
      counter('Airports', { counterColName: 'airports', counterLabel: 'With departures' }),
    ],
  },
  {
    name: 'Flights per day',
    description:
      'How many flights departed on each day of the first half of 2001. Saturdays are quiet; so is Memorial Day weekend.',
    query: `SELECT departed_at::DATE AS day,
       count(*) AS flights
FROM flights
WHERE departed_at < DATE '2001-07-01'
GROUP BY ALL
ORDER BY day`,
    tags: ['aviation'],
    visualizations: [
      {
        type: 'CHART',
        name: 'Flights per day',
        options: {
          globalSeriesType: 'area',
          columnMapping: { day: 'x', flights: 'y' },
          xAxis: { type: 'datetime' },
          yAxis: axesNamed('Departures'),
          legend: { enabled: false },
        },
      },
    ],
  },
  {
    name: 'Delay by hour of day',
    description:
      'Delays build up through the day: leave in the **morning**. Bars count flights, the line is the share of late ones.',
    query: `SELECT hour(departed_at) AS hour,
       count(*) AS flights,
       round(100 * avg(CAST(delay_min > 15 AS INT)), 1) AS late_percent
FROM flights
GROUP BY ALL
HAVING count(*) >= 1000
ORDER BY hour`,
    tags: ['aviation', 'operations'],
    visualizations: [
      {
        type: 'CHART',
        name: 'Flights and delay',
        options: {
          globalSeriesType: 'column',
          columnMapping: { hour: 'x', flights: 'y', late_percent: 'y' },
          xAxis: { type: 'category', title: { text: 'Hour of departure' } },
          yAxis: [
            { type: 'linear', title: { text: 'Flights' } },
            { type: 'linear', opposite: true, title: { text: 'More than 15 minutes late, percent' } },
          ],
          seriesOptions: {
            flights: { type: 'column', yAxis: 0, zIndex: 0, name: 'Flights' },
            late_percent: { type: 'line', yAxis: 1, zIndex: 1, name: 'Late' },
          },
        },
      },
    ],
  },
  {
    name: 'Delay by weekday and hour',
    description: 'The average delay of each hour of the week: Thursday and Friday evenings are the worst.',
    query: `SELECT hour(departed_at) AS hour,
       strftime(departed_at, '%a') AS weekday,
       round(avg(delay_min), 1) AS avg_delay
FROM flights
WHERE hour(departed_at) BETWEEN 6 AND 22
GROUP BY ALL
ORDER BY min(isodow(departed_at)) DESC, hour`,
    tags: ['aviation', 'operations'],
    visualizations: [
      {
        type: 'CHART',
        name: 'Delay through the week',
        options: {
          globalSeriesType: 'heatmap',
          columnMapping: { hour: 'x', weekday: 'y', avg_delay: 'zVal' },
          xAxis: { type: 'category' },
          sortX: false,
          sortY: false,
          colorScheme: 'Blues',
        },
      },
    ],
  },
  {
    name: 'Technology stocks',
    description: 'Prices at the start of each month, one line for each symbol.',
    query: `SELECT date, symbol, price_usd
FROM stocks
ORDER BY date, symbol`,
    tags: ['finance'],
    visualizations: [
      {
        type: 'CHART',
        name: 'Price by symbol',
        options: {
          globalSeriesType: 'line',
          columnMapping: { date: 'x', price_usd: 'y', symbol: 'series' },
          // One of the five went public in 2004; its missing earlier prices must not show as zero.
          missingValuesAsZero: false,
          xAxis: { type: 'datetime' },
          yAxis: axesNamed('Price, US dollars'),
        },
      },
    ],
  },
  {
    name: 'Weather by month',
    description: 'Days of each kind of weather in Seattle, added up over four years.',
    query: `SELECT strftime(date, '%b') AS month,
       weather,
       count(*) AS days
FROM weather
WHERE location = 'Seattle'
GROUP BY ALL
ORDER BY min(month(date)), weather`,
    tags: ['weather'],
    visualizations: [
      {
        type: 'CHART',
        name: 'Days by weather',
        options: {
          globalSeriesType: 'column',
          columnMapping: { month: 'x', days: 'y', weather: 'series' },
          series: { stacking: 'stack' },
          seriesOptions: {
            sun: { color: colors.amber },
            rain: { color: colors.blue },
            drizzle: { color: colors.lightBlue },
            fog: { color: colors.gray },
            snow: { color: colors.cyan },
          },
          sortX: false,
          xAxis: { type: 'category' },
          yAxis: axesNamed('Days'),
        },
      },
    ],
  },
  {
    name: 'Ratings and box office',
    description: 'Does the money follow the ratings? Movies with at least ten thousand votes, by their age rating.',
    query: `SELECT title,
       imdb_rating,
       round(worldwide_gross_usd / 1e6, 1) AS worldwide_gross_musd,
       mpaa_rating
FROM movies
WHERE imdb_votes >= 10000
  AND worldwide_gross_usd > 0
  AND mpaa_rating IN ('G', 'PG', 'PG-13', 'R')
ORDER BY mpaa_rating, imdb_rating`,
    tags: ['movies'],
    visualizations: [
      {
        type: 'CHART',
        name: 'Gross by rating',
        options: {
          globalSeriesType: 'scatter',
          columnMapping: { imdb_rating: 'x', worldwide_gross_musd: 'y', mpaa_rating: 'series' },
          xAxis: { type: 'linear', title: { text: 'IMDB rating' } },
          yAxis: axesNamed('Worldwide gross, million US dollars'),
        },
      },
    ],
  },
  {
    name: 'Where flights start',
    description: 'The eight airports with the most departures.',
    query: `SELECT a.city AS city,
       count(*) AS departures
FROM flights AS f
JOIN airports AS a ON a.iata = f.origin
GROUP BY a.iata, a.city
ORDER BY departures DESC
LIMIT 8`,
    tags: ['aviation'],
    visualizations: [
      {
        type: 'CHART',
        name: 'Departures by city',
        options: {
          globalSeriesType: 'pie',
          columnMapping: { city: 'x', departures: 'y' },
          direction: { type: 'clockwise' },
          percentFormat: '0[.]0%',
        },
      },
    ],
  },
  {
    name: 'Delay by airport and week',
    description: 'The average delay of departures from five large airports, week by week.',
    query: `SELECT date_trunc('week', f.departed_at)::DATE AS week,
       a.city AS city,
       round(avg(f.delay_min), 1) AS avg_delay
FROM flights AS f
JOIN airports AS a ON a.iata = f.origin
WHERE f.origin IN ('ATL', 'DFW', 'LAX', 'ORD', 'SFO')
  AND f.departed_at < DATE '2001-07-01'
GROUP BY ALL
ORDER BY week, city`,
    tags: ['aviation', 'operations'],
    visualizations: [
      {
        type: 'CHART',
        name: 'Average delay by week',
        options: {
          globalSeriesType: 'line',
          columnMapping: { week: 'x', avg_delay: 'y', city: 'series' },
          xAxis: { type: 'datetime' },
          yAxis: axesNamed('Minutes'),
        },
      },
    ],
  },
  {
    name: 'How late flights are',
    description: 'The share of flights by delay, for each day of the week.',
    query: `SELECT strftime(departed_at, '%a') AS weekday,
       CASE
         WHEN delay_min <= 0 THEN 'On time'
         WHEN delay_min <= 15 THEN 'Up to 15 minutes'
         WHEN delay_min <= 60 THEN 'Up to an hour'
         ELSE 'Over an hour'
       END AS lateness,
       count(*) AS flights
FROM flights
GROUP BY ALL
ORDER BY min(isodow(departed_at)), min(delay_min)`,
    tags: ['aviation', 'operations'],
    visualizations: [
      {
        type: 'CHART',
        name: 'Share by lateness',
        options: {
          globalSeriesType: 'column',
          columnMapping: { weekday: 'x', flights: 'y', lateness: 'series' },
          series: { stacking: 'stack', percentValues: true },
          seriesOptions: {
            'On time': { zIndex: 0, color: colors.green },
            'Up to 15 minutes': { zIndex: 1, color: colors.lightGreen },
            'Up to an hour': { zIndex: 2, color: colors.orange },
            'Over an hour': { zIndex: 3, color: colors.red },
          },
          sortX: false,
          percentFormat: '0[.]0%',
          xAxis: { type: 'category' },
        },
      },
    ],
  },
  {
    name: 'Slowest routes',
    description: 'Routes with at least a thousand flights, the most delayed first.',
    query: `SELECT origin || ' → ' || destination AS route,
       count(*) AS flights,
       round(avg(delay_min), 1) AS avg_delay
FROM flights
GROUP BY ALL
HAVING count(*) >= 1000
ORDER BY avg_delay DESC, route
LIMIT 20`,
    tags: ['aviation', 'operations'],
    visualizations: [
      {
        type: 'CHART',
        name: 'Average delay by route',
        options: {
          globalSeriesType: 'column',
          columnMapping: { route: 'x', avg_delay: 'y' },
          sortX: false,
          xAxis: { type: 'category' },
          legend: { enabled: false },
        },
      },
    ],
  },
]

/** The two value axes of a chart that needs only the left one. */
function counter(name: string, options: Record<string, unknown>): SampleVisualization {
  return { type: 'COUNTER', name, options }
}

function axesNamed(title: string) {
  return [
    { type: 'linear', title: { text: title } },
    { type: 'linear', opposite: true },
  ]
}
