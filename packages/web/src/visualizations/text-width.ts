/** Font size in pixels at which widths are measured. The letters of the font are narrower in large sizes, never wider. */
const MEASURED_SIZE = 14
let measuring: CanvasRenderingContext2D | null = null

/** The width of a text in the font of the page, per pixel of font size. */
export function widthOf(text: string, weight = 600): number {
  measuring ??= document.createElement('canvas').getContext('2d')
  if (!measuring) return text.length * 0.6
  measuring.font = `${weight} ${MEASURED_SIZE}px "Inter Variable", sans-serif`
  return measuring.measureText(text).width / MEASURED_SIZE
}
