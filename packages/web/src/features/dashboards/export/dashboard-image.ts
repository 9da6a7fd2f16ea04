import { t } from '@lingui/core/macro'

/** Image pixels per CSS pixel: sharp in print. */
const PIXEL_RATIO = 2
/** The largest height and width of a canvas in pixels that all browsers can draw. */
const MAX_CANVAS_SIDE = 16_000
/** A transparent GIF, in place of images that other sites do not share (CORS). */
const EMPTY_IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** Draws an element without its buttons (`data-unpictured`). */
export async function pngOf(element: HTMLElement): Promise<Blob> {
  const { toCanvas } = await import('html-to-image')
  const pixelRatio = Math.min(PIXEL_RATIO, MAX_CANVAS_SIDE / element.scrollHeight, MAX_CANVAS_SIDE / element.scrollWidth)
  // Hides the scroll bars.
  element.dataset.pictured = ''
  try {
    const picture = await toCanvas(element, {
      pixelRatio,
      backgroundColor: getComputedStyle(element).getPropertyValue('--sl-bg'),
      filter: (node) => !(node instanceof Element && (node.hasAttribute('data-unpictured') || node.tagName === 'CANVAS')),
      imagePlaceholder: EMPTY_IMAGE,
    })
    drawCharts(picture, element, pixelRatio)
    return await new Promise((resolve, reject) => {
      picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t`The image could not be created.`))), 'image/png')
    })
  } finally {
    delete element.dataset.pictured
  }
}

/**
 * Draws the canvases of an element at their places in its picture. They cannot be images in the copied HTML, because WebKit draws
 * HTML before the images in it are decoded.
 */
function drawCharts(picture: HTMLCanvasElement, element: HTMLElement, pixelRatio: number): void {
  const context = picture.getContext('2d')
  const origin = element.getBoundingClientRect()
  for (const chart of element.querySelectorAll('canvas')) {
    const { left, top, width, height } = chart.getBoundingClientRect()
    if (width === 0 || height === 0 || chart.closest('[data-unpictured]') !== null) continue
    const place = [left - origin.left, top - origin.top, width, height].map((pixels) => pixels * pixelRatio)
    const [x = 0, y = 0, across = 0, down = 0] = place
    context?.drawImage(chart, x, y, across, down)
  }
}
