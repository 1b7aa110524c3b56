"""OpenAPI 3.1, made from the table of calls, the forms themselves and the actions of all games.

It is made when somebody asks for it and then kept, encoded: the service starts without what it takes, and without the
games that nobody plays.
"""

from collections.abc import Sequence
from functools import cache

import msgspec

from cli import __version__
from cli.serve.calls import PREFIX, Call

OPENAPI = "3.1.0"
SAYS = "Records of games on physical tables: logged, watched, audited and ruled on."


@cache
def document(calls: Sequence[Call], cookie: str = "qm") -> msgspec.Raw:
    """The whole description in JSON. `cookie` is the name under which browsers keep their session."""
    from cli.serve.openapi.action_schemas import action_schemas, installed_games
    from cli.serve.openapi.body_schemas import filled, form_schemas
    from cli.serve.openapi.call_examples import dealt, example_game, examples_of, places_in
    from cli.serve.openapi.call_schemas import health, itself, operation
    from cli.serve.openapi.problem_schemas import PROBLEM, ProblemAnswers, problem_schema
    from cli.serve.openapi.stream_schemas import stream_schemas

    games, answers = list(installed_games()), ProblemAnswers()
    paths = {"/health": {"get": health(answers)}, "/openapi.json": {"get": itself(answers)}}
    wholes = {game.id: dealt(game) for game in games}
    first = example_game(games, wholes)
    examples = examples_of(games, wholes, first)
    for call in calls:
        name = call.answer.__name__
        told = operation(call, answers, examples.get(name, {}), places_in(call.path, first))
        paths.setdefault(PREFIX + call.path, {})[call.method.lower()] = told
    forms = [form for call in calls for form in (call.takes, call.gives) if form is not None]
    schemas = filled({**form_schemas(forms), **action_schemas(games)})
    schemas[PROBLEM] = problem_schema(schemas[PROBLEM])
    components = {
        "schemas": {**schemas, **stream_schemas()},
        "responses": answers.told,
        "securitySchemes": {
            "cookie": {"type": "apiKey", "in": "cookie", "name": cookie},
            "bearer": {"type": "http", "scheme": "bearer"},
        },
    }
    about = {"title": "Quartermaster", "version": __version__, "description": SAYS}
    return msgspec.Raw(
        msgspec.json.encode({"openapi": OPENAPI, "info": about, "paths": paths, "components": components})
    )
