/** Whether the site has a newer build than this page; whoever plays is asked to reload, and loses nothing by it. */
class Update {
  ready = $state(false)
  later = $state(false) // not now
}
export const update = new Update()
