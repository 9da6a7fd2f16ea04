import { getInstanceByDom } from 'echarts/core'

/**
 * Draws a chart again with more pixels than it has on the page.
 * @param canvas on the page
 * @param pixelRatio pixels per CSS pixel
 * @returns null for a canvas that is no chart
 */
export function redrawn(canvas: HTMLCanvasElement, pixelRatio: number): HTMLCanvasElement | null {
  const host = canvas.closest<HTMLElement>('[_echarts_instance_]')
  return (host && getInstanceByDom(host)?.renderToCanvas({ pixelRatio })) ?? null
}
