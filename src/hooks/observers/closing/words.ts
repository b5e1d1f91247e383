// English, in lower case, apostrophes straight. Of other languages a policy names its own.

const listed = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const phrases = (list: string): readonly string[] => list.split(/\s*\n\s*/).filter((phrase) => phrase !== '');

/** What offers, suggests, asks for something or says what comes next (seed 001, forward-motion.sh, and its like). */
export const OFFERS = phrases(`
  want me to
  do you want
  would you like
  would you prefer
  if you want
  if you'd like
  if you like
  if you prefer
  if you need
  if needed
  shall i
  shall we
  should i
  should we
  can i
  let me know
  tell me
  say the word
  just say
  just ask
  feel free
  happy to
  glad to
  i can also
  i can now
  i can add
  i can help
  i could
  i would
  i'd
  i'll
  i will
  we can
  we could
  we should
  you can
  you could
  you may
  you might
  you should
  you'll need
  you need to
  i suggest
  i recommend
  i propose
  i'd suggest
  suggested
  suggestion
  suggestions
  recommended
  recommend
  recommendation
  recommendations
  consider
  next
  next step
  next steps
  next up
  follow up
  follow ups
  to do next
  remaining
  left to do is
  still to do
  still open
  ready for
  ready to
  please
  waiting for
  awaiting
  up to you
  your call
  your turn
  over to you
  try it
  take a look
  have a look
  what about
  how about
  what's next
  let's
`);

/** Sentences that say nothing but that it is over. */
export const OVER: ReadonlySet<string> = new Set(
  phrases(`
  done
  all done
  we're done
  i'm done
  i am done
  we are done
  and done
  finished
  all finished
  complete
  completed
  all complete
  all set
  you're all set
  you are all set
  we're all set
  everything's set
  everything is set
  all good
  good to go
  all good to go
  you're good to go
  that's it
  that is it
  that's all
  that is all
  that's everything
  that is everything
  that does it
  that should be it
  nothing left to do
  nothing else to do
  nothing more to do
  success
  fixed
  implemented
  resolved
  solved
  sorted
  shipped
  mission accomplished
  job done
  dusted
  wrapped up
  all wrapped up
`),
);

/** What a sentence may begin with, and end with, and say no more by it. */
export const LEADING = listed(
  'ok okay so and great perfect excellent awesome nice yes yep yay alright now there sure then finally',
);
export const TRAILING = phrases(`
  now
  successfully
  here
  too
  again
  fine
  great
  correctly
  properly
  perfectly
  nicely
  well
  today
  as expected
  as intended
  as requested
  as planned
  as designed
  as you asked
  as it should
  for now
  for you
  on my end
  on my side
  without errors
  without issues
  without problems
  end to end
  end-to-end
`);

/** How one says that something is over: behind a form of "be", and behind a bare subject. */
export const PREDICATES = listed(
  'done finished complete completed implemented fixed resolved solved working sorted shipped',
);
export const BARE_PREDICATES = listed('done finished complete completed');
/** Behind a bare subject alone: "I fixed it" says more. */
export const BARE_RESULTS = listed('done finished complete completed fixed resolved solved implemented');
/** What is made, where that says no more. */
export const CHANGES = listed('changes edits updates modifications fixes adjustments');
/** With one of these behind it, what is finished says where, when or how. */
export const CIRCUMSTANCES = listed('in at on by as from via under within using after through with');
export const ADVERBS = listed('now all fully successfully completely both finally already just');
export const BEING = listed("is are was were been it's that's this's everything's all's i'm we're you're");

/** What is well, though nobody said that all is over. */
export const CHECKED = listed(
  'test tests check checks spec specs suite suites build builds lint linter ci types typecheck pipeline',
);
export const WELL = listed('pass passes passed passing green clean succeeds succeeded successful ok fine');
export const STORED = listed('committed pushed merged deployed tested verified formatted linted saved');

/** With one of these a sentence says something else, or more. */
export const OTHERWISE = listed(
  'not never no nothing none cannot fail fails failed failing failure failures error errors broken red except but however although ' +
    'though unless until remaining remains left todo yet almost nearly partially partly half mostly hardly barely will would ' +
    'should could can may might must need needs want wants to if when once after before while because than what which ' +
    'who how why where or without get gets getting be being please only instead blocked skipped pending',
);
