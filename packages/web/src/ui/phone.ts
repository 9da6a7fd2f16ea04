/** Media query of a window in which pages have their narrow layout. */
export const ON_PHONES = '(max-width: 800px)'

/** Whether the window is as narrow as that of a phone, whose network and processor are slow as well. */
export const isOnPhone = (): boolean => matchMedia(ON_PHONES).matches
