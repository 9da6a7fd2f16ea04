import type { Layer } from 'leaflet'

/** Closes the tooltip of a layer while its popup is open: a tap opens both, and one covers the other. */
export function showPopupAlone(layer: Layer): void {
  layer.on('popupopen tooltipopen', () => {
    if (layer.isPopupOpen()) layer.closeTooltip()
  })
}
