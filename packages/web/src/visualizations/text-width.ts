/** Font size in pixels at which widths are measured. The letters of the font are narrower in large sizes, never wider. */
const MEASURED_SIZE = 14
/** Width of a letter per pixel of font size, where nothing can be measured. */
const USUAL_WIDTH = 0.6
let measuring: CanvasRenderingContext2D | null = null

/** The width of a text in the font of the page, per pixel of font size; an estimate outside of a browser. */
export function widthOf(text: string, weight = 600): number {
  if (typeof document !== 'undefined') measuring ??= document.createElement('canvas').getContext('2d')
  if (!measuring) return text.length * USUAL_WIDTH
  measuring.font = `${weight} ${MEASURED_SIZE}px "Inter Variable", sans-serif`
  return measuring.measureText(text).width / MEASURED_SIZE
}
