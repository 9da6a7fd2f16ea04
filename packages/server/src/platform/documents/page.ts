import type { GridPlace, PaperSize } from './document.ts'

/** Columns of the grid of dashboards. */
const COLUMNS = 6
/** Width to height of a cell of the grid in a window of usual width. */
const CELL_RATIO = 4

/** The pages of a document and its grid, in points. */
export interface Page {
  width: number
  height: number
  margin: number
  /** Distance from one column of the grid to the next. */
  column: number
  /** Distance from one row of the grid to the next. */
  row: number
  /** Space between widgets. */
  gap: number
}

const SIZES: Record<PaperSize, [short: number, long: number]> = { a4: [595.28, 841.89], letter: [612, 792] }
const MARGIN = 36
const GAP = 8

/**
 * Landscape for dashboards with three or more widgets side by side, which would be too narrow in portrait.
 * @param tabs the places of the widgets of each tab
 */
export function pageOf(tabs: readonly (readonly GridPlace[])[], size: PaperSize): Page {
  const [short, long] = SIZES[size]
  const isLandscape = tabs.some((places) => places.some(({ row }) => widgetsInRow(places, row) >= 3))
  const [width, height] = isLandscape ? [long, short] : [short, long]
  const column = (width - 2 * MARGIN + GAP) / COLUMNS
  return { width, height, margin: MARGIN, column, row: column / CELL_RATIO, gap: GAP }
}

const widgetsInRow = (places: readonly GridPlace[], row: number) =>
  places.filter((place) => place.row <= row && row < place.row + place.rows).length

/** The width of a widget on a page, points. */
export const widgetWidth = ({ columns }: GridPlace, { column, gap }: Page): number => columns * column - gap

/** Points around the content of a widget: at each side. */
export const PADDING = 8
/** Points that the title of a widget and the line below it take, if they are of one line each. */
export const HEAD_HEIGHT = 27
/** Points per pixel of a drawing, whose smallest texts of 11 pixels are 7 points. */
export const POINTS_PER_PIXEL = 0.64

/** The size of a drawing that fills a widget on a page, pixels: in the shape that it has on a screen, up to half a page. */
export function drawingSize(place: GridPlace, page: Page): { width: number; height: number } {
  const screen = screenSize(place)
  const around = HEAD_HEIGHT + 2 * PADDING
  const pixels = (points: number) => Math.round(points / POINTS_PER_PIXEL)
  const width = pixels(widgetWidth(place, page) - 2 * PADDING)
  const inGrid = pixels(place.rows * page.row - page.gap - around)
  const inShape = Math.round((width * screen.height) / screen.width)
  const height = Math.max(inGrid, inShape, Math.min(screen.height, MIN_DRAWING))
  return { width, height: Math.min(height, pixels(page.height / 2 - around)) }
}

/** Pixels: lower charts would be little more than their axes and legends. */
const MIN_DRAWING = 180

/** Pixels of a column and a row of the grid in a window of usual width. */
const SCREEN = { column: 200, row: 50 }

/** The size of a drawing on a screen, pixels; a smaller screen shows it smaller. */
export const screenSize = ({ columns, rows }: GridPlace): { width: number; height: number } => ({
  width: columns * SCREEN.column - 50,
  height: Math.min(Math.max(rows * SCREEN.row - 85, 90), 900),
})
