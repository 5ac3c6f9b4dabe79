<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>firstlight::ui::ClusterPage</name>
    <message numerus="yes">
        <location filename="../ui/pages/cluster_page.cpp" line="+115"/>
        <source>%n nodes</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+1"/>
        <source>%n devices</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+3"/>
        <source>%n properties differ</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::CommPage</name>
    <message numerus="yes">
        <location filename="../ui/pages/comm_page.cpp" line="+169"/>
        <source>Passed: %n rank(s) reach each other, every result was correct.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::LogModel</name>
    <message numerus="yes">
        <location filename="../ui/models/log_model.cpp" line="+113"/>
        <source>%n ranks</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ModelPage</name>
    <message numerus="yes">
        <location filename="../ui/pages/model_page.cpp" line="+248"/>
        <source>%1 of weights in %n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ReceivedView</name>
    <message numerus="yes">
        <location filename="../ui/widgets/received_view.cpp" line="+116"/>
        <source>Picture %1: %2 × %3 pixels, resized to %4 × %5, a grid of %6 × %7 patches, %n tokens</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+16"/>
        <source>Sampling: greedy, at most %n tokens</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location line="+2"/>
        <source>Sampling: temperature %1, top-p %2, top-k %3, repetition penalty %4, seed %5, at most %n tokens</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>firstlight::ui::ShardsPage</name>
    <message numerus="yes">
        <location filename="../ui/pages/shards_page.cpp" line="+192"/>
        <source>%n slices on %1 nodes</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
</TS>
