import type { RefCallback } from 'react'

/** Where buttons are: at the bottom right on every screen, across the bottom on phones, or at the bottom of a sheet on phones. */
type Place = 'always' | 'phone' | 'sheet'

/** Places of all such buttons on the page. */
const places: Place[] = []

/**
 * @returns a ref for buttons at the bottom of the page, above which toasts appear (`app/Toasts.module.css`). The places are attributes
 *   of the document: for a rule with `:has()`, the browser would compute styles again with each element that is added anywhere.
 */
export const keepsToastsAbove =
  (place: Place): RefCallback<Element> =>
  () => {
    places.push(place)
    show()
    return () => {
      places.splice(places.indexOf(place), 1)
      show()
    }
  }

function show(): void {
  const { dataset } = document.documentElement
  if (places.length === 0) delete dataset.toastsAbove
  else dataset.toastsAbove = places.join(' ')
}
