import type { Jpeg } from './pdf.ts'

/** Pixels of a picture for one of the page: sharp in print. */
export const PIXEL_RATIO = 2
/** Pixels that a picture may be high: browsers draw no larger ones. */
const MAX_SIDE = 16_000
/** In place of pictures that other sites do not give away: nothing. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** A picture of a part of the page, without what is there to be pressed. @returns how many of its pixels are one of the page */
async function canvasOf(element: HTMLElement): Promise<{ canvas: HTMLCanvasElement; pixelRatio: number }> {
  const { toCanvas } = await import('html-to-image')
  const pixelRatio = Math.min(PIXEL_RATIO, MAX_SIDE / element.scrollHeight, MAX_SIDE / element.scrollWidth)
  // Without the bars by which people scroll.
  element.dataset.pictured = ''
  const canvas = await toCanvas(element, {
    pixelRatio,
    backgroundColor: getComputedStyle(element).getPropertyValue('--sl-bg'),
    filter: (node) => !(node instanceof Element && node.hasAttribute('data-unpictured')),
    imagePlaceholder: NOTHING,
  }).finally(() => {
    delete element.dataset.pictured
  })
  return { canvas, pixelRatio }
}

export async function pngOf(element: HTMLElement): Promise<Blob> {
  const { canvas } = await canvasOf(element)
  return blobOf(canvas, 'image/png')
}

export async function jpegOf(element: HTMLElement): Promise<{ jpeg: Jpeg; pixelRatio: number }> {
  const { canvas, pixelRatio } = await canvasOf(element)
  const blob = await blobOf(canvas, 'image/jpeg')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return { jpeg: { bytes, width: canvas.width, height: canvas.height }, pixelRatio }
}

function blobOf(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), type, 0.92)
  })
}
