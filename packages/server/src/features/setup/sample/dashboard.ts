/** A position on the six-column grid, in grid units. */
interface GridPosition {
  col: number
  row: number
  sizeX: number
  sizeY: number
}

/** A widget of the sample dashboard: a textbox, or a visualization of a sample query by its name. */
export type SampleWidget = { place: GridPosition } & ({ text: string } | { query: string; visualization: string })

const WELCOME = `## Three million flights

All domestic departures in the United States, **January to June 2001**.
Delays build up through the day: leave in the *morning*.`

const NUMBERS = 'Half a year in numbers'

/** The dashboard that new users see first. */
export const sampleDashboard: { name: string; tags: string[]; widgets: SampleWidget[] } = {
  name: 'Flight operations',
  tags: ['aviation'],
  widgets: [
    { text: WELCOME, place: { col: 4, row: 0, sizeX: 2, sizeY: 3 } },
    { query: NUMBERS, visualization: 'Flights', place: { col: 0, row: 0, sizeX: 1, sizeY: 3 } },
    { query: NUMBERS, visualization: 'On-time departures', place: { col: 1, row: 0, sizeX: 1, sizeY: 3 } },
    { query: NUMBERS, visualization: 'Average delay', place: { col: 2, row: 0, sizeX: 1, sizeY: 3 } },
    { query: NUMBERS, visualization: 'Airports', place: { col: 3, row: 0, sizeX: 1, sizeY: 3 } },
    {
      query: 'Delay by airport and week',
      visualization: 'Average delay by week',
      place: { col: 0, row: 3, sizeX: 4, sizeY: 8 },
    },
    { query: 'Where flights start', visualization: 'Departures by city', place: { col: 4, row: 3, sizeX: 2, sizeY: 8 } },
    { query: 'How late flights are', visualization: 'Share by lateness', place: { col: 0, row: 11, sizeX: 2, sizeY: 8 } },
    {
      query: 'Delay by weekday and hour',
      visualization: 'Delay through the week',
      place: { col: 2, row: 11, sizeX: 2, sizeY: 8 },
    },
    { query: 'Slowest routes', visualization: 'Table', place: { col: 4, row: 11, sizeX: 2, sizeY: 8 } },
    { query: 'Flights per day', visualization: 'Flights per day', place: { col: 0, row: 19, sizeX: 4, sizeY: 6 } },
    { query: 'Delay by hour of day', visualization: 'Flights and delay', place: { col: 4, row: 19, sizeX: 2, sizeY: 6 } },
  ],
}
