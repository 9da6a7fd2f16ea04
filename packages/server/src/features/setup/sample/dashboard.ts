/** A place on the grid of six columns, in grid units. */
interface Place {
  col: number
  row: number
  sizeX: number
  sizeY: number
}

/** A widget of the sample dashboard: a textbox, or a drawing of a sample query. */
export type SampleWidget = { place: Place } & ({ text: string } | { query: string; draws: 'chart' | 'table' })

const WELCOME = `## Three million flights

All domestic departures in the United States, **January to June 2001**.

- Saturdays are quiet, and so is Memorial Day weekend.
- Delays build up through the day: leave in the *morning*.
- Chicago had a bad April, and a worse June.

Open a title to see its query. *Edit*, behind the three dots, lets you move things around.`

/** What a newcomer sees first: how many, how late, from where. */
export const sampleDashboard: { name: string; tags: string[]; widgets: SampleWidget[] } = {
  name: 'Flight operations',
  tags: ['aviation'],
  widgets: [
    { text: WELCOME, place: { col: 0, row: 0, sizeX: 2, sizeY: 6 } },
    { query: 'Flights per day', draws: 'chart', place: { col: 2, row: 0, sizeX: 4, sizeY: 6 } },
    { query: 'Delay by airport and week', draws: 'chart', place: { col: 0, row: 6, sizeX: 4, sizeY: 8 } },
    { query: 'Where flights start', draws: 'chart', place: { col: 4, row: 6, sizeX: 2, sizeY: 8 } },
    { query: 'Delay by hour of day', draws: 'chart', place: { col: 0, row: 14, sizeX: 2, sizeY: 8 } },
    { query: 'How late flights are', draws: 'chart', place: { col: 2, row: 14, sizeX: 2, sizeY: 8 } },
    { query: 'Slowest routes', draws: 'table', place: { col: 4, row: 14, sizeX: 2, sizeY: 8 } },
  ],
}
