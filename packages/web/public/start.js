// Starts the web app once the page has painted what the server has written into it: the scripts are on their way meanwhile, but while
// they run nothing is painted. A tab in the background or a frame out of sight paints nothing, so there it starts at once.
{
  const { libraries, main } = document.currentScript.dataset
  const run = (file) => import(new URL(file, document.baseURI).href)
  // The texts of a language are in a deferred script, which runs before this event and must run before the modules that show them.
  const parsed = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
  // A phone fetches these only now: its slow network would divide itself between them and what the first paint needs.
  const fetchRest = () => {
    const links = [...document.querySelectorAll('link[data-after-paint]')]
    // All of them before the first change: each answer after a change would compute the styles again.
    for (const link of links.filter(({ media }) => !matchMedia(media).matches)) {
      const copy = link.cloneNode()
      copy.removeAttribute('media')
      link.replaceWith(copy)
    }
  }
  const start = () => {
    fetchRest()
    // Libraries run in a task of their own, which is shorter; a failure is reported by the import of the script that needs them.
    Promise.allSettled([parsed, run(libraries)]).then(() => setTimeout(() => run(main), 0))
  }
  // The callback of a frame runs before its paint, and a task from there after it.
  if (document.visibilityState === 'visible' && window === window.top) requestAnimationFrame(() => setTimeout(start, 0))
  else start()
}
