/** Style sheets of parts of the page that could not be had. */
const lost = new Set<HTMLLinkElement>()

/**
 * Notes style sheets that cannot be loaded, and asks for them again once there is a connection. What loads parts of the page asks
 * for each one only once, and a part that is tried again would stand there without its looks.
 */
export function retryFailedStylesWhenOnline(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
    },
    // Such a failure is told to the link itself, and to the window only on the way there.
    { capture: true },
  )
  window.addEventListener('online', () => void retryFailedStyles())
}

/**
 * Asks again for what was lost.
 * @returns when all of it was answered; what still cannot be had is no reason to withhold a page, which may not even need it
 */
export async function retryFailedStyles(): Promise<void> {
  const asked = [...lost].map(askAgain)
  lost.clear()
  await Promise.all(asked)
}

function askAgain(link: HTMLLinkElement): Promise<void> {
  const again = document.createElement('link')
  again.rel = link.rel
  again.crossOrigin = link.crossOrigin
  again.href = link.href
  return new Promise((resolve) => {
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => resolve())
    link.replaceWith(again)
  })
}
