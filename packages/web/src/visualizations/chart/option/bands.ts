import type { CustomSeriesRenderItemAPI } from 'echarts/types/dist/shared'

/** Gaps of bars, for the library and for what is drawn in the same places. */
export const BAR_GAPS = { barMaxWidth: 96, barCategoryGap: '36%', barGap: '6%' } as const
export const STACK_GAPS = { ...BAR_GAPS, barCategoryGap: '40%' } as const

/**
 * Where one of several bars side by side lies at each x, in pixels from the middle of it, and how wide it is.
 * @param count bars at one x
 */
export function bandOf(api: CustomSeriesRenderItemAPI, index: number, count: number): { offset: number; width: number } {
  const band = api.barLayout({ count, ...BAR_GAPS })?.[index]
  return { offset: band?.offsetCenter ?? 0, width: band?.width ?? 24 }
}
