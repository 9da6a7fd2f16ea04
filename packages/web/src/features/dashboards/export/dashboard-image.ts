import { t } from '@lingui/core/macro'
import { inlineSvgStyles } from './svg-styles.ts'

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
  const restoreSvgStyles = inlineSvgStyles(element)
  try {
    const picture = await toCanvas(element, {
      pixelRatio,
      backgroundColor: getComputedStyle(element).getPropertyValue('--sl-bg'),
      filter: (node) => !(node instanceof Element && (node.hasAttribute('data-unpictured') || node.tagName === 'CANVAS')),
      imagePlaceholder: EMPTY_IMAGE,
    })
    await drawCanvases(picture, element, pixelRatio)
    return await new Promise((resolve, reject) => {
      picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t`The image could not be created.`))), 'image/png')
    })
  } finally {
    restoreSvgStyles()
    delete element.dataset.pictured
  }
}

/**
 * Draws the canvases of an element at their places in its picture. They cannot be images in the copied HTML, because WebKit draws
 * HTML before the images in it are decoded.
 */
async function drawCanvases(picture: HTMLCanvasElement, element: HTMLElement, pixelRatio: number): Promise<void> {
  const context = picture.getContext('2d')
  const origin = element.getBoundingClientRect()
  const canvases = [...element.querySelectorAll('canvas')].filter((one) => one.closest('[data-unpictured]') === null)
  // Without a canvas, there may be no chart on the page, whose library is large.
  const redrawn = canvases.length > 0 ? (await import('../../../visualizations/echarts/redrawn.ts')).redrawn : null
  for (const canvas of canvases) {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    const [x = 0, y = 0, across = 0, down = 0] = [left - origin.left, top - origin.top, width, height].map(
      (pixels) => pixels * pixelRatio,
    )
    context?.drawImage(redrawn?.(canvas, pixelRatio) ?? canvas, x, y, across, down)
  }
}
